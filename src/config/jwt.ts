import { z } from 'zod';

/**
 * Signatures verified with a public key. HS256 and the like are excluded: their published key could also sign tokens.
 */
const signatures = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const;

const text = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional();
const claim = (name: string) => z.string().trim().min(1).default(name);

/** Anyone who can tamper with the keys in transit can sign tokens for any user. */
function isTrusted(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
}

/** The environment keys for tokens of an identity provider. */
export const jwtEnvironment = {
  CANDOR_JWT_ISSUER: text,
  CANDOR_JWT_AUDIENCE: text,
  CANDOR_JWT_JWKS_URL: text.refine(
    (url) => url === undefined || isTrusted(url),
    'must be a URL that starts with https://, or with http:// on this machine',
  ),
  CANDOR_JWT_ALGORITHMS: z
    .string()
    .default('RS256,ES256,EdDSA')
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .pipe(z.array(z.enum(signatures, `must be of ${signatures.join(', ')}, separated by commas`)).min(1)),
  CANDOR_JWT_SKEW_SECONDS: z.coerce.number('must be a number').int().min(0).max(300).default(30),
  CANDOR_JWT_WORKSPACE_CLAIM: claim('candor_workspace'),
  CANDOR_JWT_ROLE_CLAIM: claim('candor_role'),
  CANDOR_JWT_GROUPS_CLAIM: claim('candor_groups'),
};

type JwtEnvironment = z.infer<z.ZodObject<typeof jwtEnvironment>>;

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

export const jwtKeys = ['CANDOR_JWT_ISSUER', 'CANDOR_JWT_AUDIENCE', 'CANDOR_JWT_JWKS_URL'] as const;

/** Conflicting settings: only one or two of the three keys, or tokens in local mode. */
export function jwtProblem(
  environment: JwtEnvironment & { readonly CANDOR_AUTH: 'local' | 'keys' },
): string | undefined {
  const missing = jwtKeys.filter((key) => environment[key] === undefined);
  if (missing.length === jwtKeys.length) return undefined;
  if (missing.length > 0) return `${missing.join(', ')}: needed with the other CANDOR_JWT_ keys`;
  return environment.CANDOR_AUTH === 'local'
    ? 'CANDOR_AUTH: must be keys with CANDOR_JWT_JWKS_URL; local mode asks for no token'
    : undefined;
}

/** Null if none of the three is set. */
export function jwtOf(environment: JwtEnvironment): JwtConfig | null {
  const { CANDOR_JWT_ISSUER: issuer, CANDOR_JWT_AUDIENCE: audience, CANDOR_JWT_JWKS_URL: jwksUrl } = environment;
  if (!issuer || !audience || !jwksUrl) return null;
  return {
    issuer,
    audience,
    jwksUrl,
    algorithms: environment.CANDOR_JWT_ALGORITHMS,
    skewSeconds: environment.CANDOR_JWT_SKEW_SECONDS,
    claims: {
      workspace: environment.CANDOR_JWT_WORKSPACE_CLAIM,
      role: environment.CANDOR_JWT_ROLE_CLAIM,
      groups: environment.CANDOR_JWT_GROUPS_CLAIM,
    },
  };
}
