import { type AnswerWording, wordingDefault } from '../workspaces/settings.ts';
import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import { largeParts } from '../agent/runs/runs.ts';
import type { AnswerStanding } from '../agent/recalls/recalls.ts';
import type { Run } from '../agent/state/run.ts';
import type { Workspace } from '../app/app.ts';
import type { Gate } from '../confidence/scale.ts';
import {
  type Calibration,
  type Confidence,
  type GateGuarantee,
  type SignalName,
  signalNames,
} from '../confidence/signals.ts';
import type { Citation } from '../grounding/claim.ts';
import { factsOf, gateInUse, type StoredCalibration } from '../learning/calibrations/calibration.ts';
import type { GraphQLContext } from './context.ts';

/** The facts of a stored calibration; the rest is loaded by its id if a query asks for it. */
export const toCalibration = (stored: StoredCalibration): Calibration => factsOf(stored);

/** A guarantee, and whether it is still valid. */
export interface StandingGuarantee extends GateGuarantee {
  readonly status: 'HOLDS' | 'WITHDRAWN' | 'STALE' | 'INACTIVE';
  readonly reason: string | null;
}

/** Returns the current guarantee of a calibration; null if it guarantees nothing. */
export async function guaranteeOf(
  { id, guarantee }: Calibration,
  { app, caller, loaders }: GraphQLContext,
): Promise<StandingGuarantee | null> {
  // Runs of earlier versions recorded it under another name.
  if (!guarantee) return null;
  const stored = await loaders.calibration.load(id);
  if (!stored || stored.stale)
    return {
      ...guarantee,
      status: 'STALE',
      reason: 'The embedder or the chunking of documents has changed since it was tested. Fit a new calibration.',
    };
  if (stored.activatedAt === null)
    return {
      ...guarantee,
      status: 'INACTIVE',
      reason: 'Questions are not judged by this calibration. Activate it to have them judged by it.',
    };
  const health = await app.health(caller);
  const alarmed = health.calibrations.some(({ calibrationId, status }) => calibrationId === id && status === 'ALARM');
  return alarmed
    ? { ...guarantee, status: 'WITHDRAWN', reason: health.message }
    : { ...guarantee, status: 'HOLDS', reason: null };
}

/** The same for a workspace that answers from another gate: a lower one was not tested. */
export function guaranteeAtGate(guarantee: StandingGuarantee | null, gate: number): StandingGuarantee | null {
  if (guarantee?.status !== 'HOLDS' || gate >= guarantee.threshold) return guarantee;
  return {
    ...guarantee,
    status: 'WITHDRAWN',
    reason: 'The workspace answers from below the gate that was tested. Set its gate to BALANCED or STRICT.',
  };
}

/**
 * Covers questions of every language without its own calibration; the gates of other languages shift by the same
 * amount.
 */
const anyLanguage = 'und';

export async function gateOfWorkspace({ gate }: Workspace, { app, caller }: GraphQLContext): Promise<Gate> {
  return gateInUse(await app.calibrations.active(caller, anyLanguage), gate);
}

export const wordingOfWorkspace = ({ wording }: Workspace): AnswerWording => wording ?? wordingDefault;

export async function guaranteeOfWorkspace(
  { gate }: Workspace,
  context: GraphQLContext,
): Promise<StandingGuarantee | null> {
  const active = await context.app.calibrations.active(context.caller, anyLanguage);
  const [inUse] = active;
  return inUse
    ? guaranteeAtGate(await guaranteeOf(toCalibration(inUse), context), gateInUse(active, gate).uncertainFrom)
    : null;
}

export interface WeighedSignal {
  readonly name: SignalName;
  readonly value: number;
  readonly contribution: number;
}

/**
 * Confidence.signals: those that were measured and weighed, the greatest contribution first. All that were measured, for
 * a formula that weighs none.
 */
export function weighedSignals({ signals, contributions }: Confidence): WeighedSignal[] {
  const weighsNone = Object.keys(contributions).length === 0;
  const measured = signalNames.flatMap((name): WeighedSignal[] => {
    const value = signals[name];
    return value === undefined || (contributions[name] === undefined && !weighsNone)
      ? []
      : [{ name, value, contribution: contributions[name] ?? 0 }];
  });
  return measured.sort((left, right) => Math.abs(right.contribution) - Math.abs(left.contribution));
}

/** `readerBest` as READER_BEST. */
export const enumValueOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** SignalName: its values, by the table of signals. */
export const signalsByEnumValue = Object.fromEntries(signalNames.map((name) => [enumValueOf(name), name]));

/** A run, and in the labelling queue how many runs it stands for. */
export type RunInList = Run & { readonly similarCount?: number };

/** How a run's answer stands, with the citation that decides; null if the run's own part was not read. */
export type StandingOfRun = AnswerStanding & { readonly citation: Citation | null };

export async function standingOf(
  { id, result }: RunInList,
  { loaders }: Pick<GraphQLContext, 'loaders'>,
): Promise<StandingOfRun | null> {
  const standing = await loaders.standingOf.load(id);
  const citation = result?.citations.find(({ number }) => number === standing?.citationNumber);
  return standing && { ...standing, citation: citation ?? null };
}

/** The large parts of a run that only its trace shows. */
const traced: ReadonlySet<(typeof largeParts)[number]> = new Set(['searches', 'steps', 'reflections', 'prompts']);

/** Returns the large parts of runs that a query does not request, so that a list need not read them. */
export function unaskedParts(info: GraphQLResolveInfo): (typeof largeParts)[number][] {
  const asked = fieldsBelow(info);
  // The citation that decides how an answer stands is part of its result.
  const isAsked = (part: (typeof largeParts)[number]) =>
    asked.has(traced.has(part) ? 'trace' : part) || (part === 'result' && asked.has('standing'));
  return largeParts.filter((part) => !isAsked(part));
}

/**
 * Returns the names of all fields requested below a field, at any depth and through fragments. Conditions (`@skip`,
 * `@include`) are ignored: a field that one excludes still counts as requested.
 */
function fieldsBelow({ fieldNodes, fragments }: GraphQLResolveInfo): ReadonlySet<string> {
  const names = new Set<string>();
  const spread = new Set<string>();
  const collect = (selectionSet: SelectionSetNode | undefined): void => {
    for (const selection of selectionSet?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value;
        if (spread.has(name)) continue;
        spread.add(name);
        collect(fragments[name]?.selectionSet);
        continue;
      }
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      collect(selection.selectionSet);
    }
  };
  for (const { selectionSet } of fieldNodes) collect(selectionSet);
  return names;
}
