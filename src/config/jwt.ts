import { z } from 'zod';

/**
 * Signatures verified with a public key. HS256 and the like are excluded: their published key could also sign tokens.
 */
const signatures = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const;

/** Anyone who can tamper with the keys in transit can sign tokens for any user. */
function isTrusted(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
}

const name = z.string().trim().min(1);

/** What CANDOR_JWT contains; docs/security.md describes it. */
export const jwtSchema = z.strictObject({
  issuer: name,
  audience: name,
  jwksUrl: name.refine(isTrusted, 'must be a URL that starts with https://, or with http:// on this machine'),
  algorithms: z
    .array(z.enum(signatures, `must be of ${signatures.join(', ')}`))
    .min(1)
    .default(['RS256', 'ES256', 'EdDSA']),
  skewSeconds: z.number('must be a number').int().min(0).max(300).default(30),
  claims: z
    .strictObject({
      workspace: name.default('candor_workspace'),
      role: name.default('candor_role'),
      groups: name.default('candor_groups'),
    })
    .prefault({}),
});

export interface JwtConfig {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  readonly algorithms: readonly string[];
  /** The tolerated difference between clocks. */
  readonly skewSeconds: number;
  /** Claim names. Dots address nested claims if no claim has the whole name. */
  readonly claims: { readonly workspace: string; readonly role: string; readonly groups: string };
}
