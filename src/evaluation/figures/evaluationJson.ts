import { cpus } from 'node:os';
import { basename, resolve } from 'node:path';
import { armFigures, type ArmFigures } from '../arms/armFigures.ts';
import { alwaysRefuse } from './baselines.ts';
import { figuresOf, type PresetFigures } from './figures.ts';
import type { OutcomeFigures } from './outcomeFigures.ts';
import type { Question } from '../question.ts';
import type { Caution } from '../../workspaces/gate.ts';
import type { EvaluationResult } from '../run/runEvaluation.ts';

/** Every figure of one evaluation, with what is needed to run it again. */
export interface EvaluationFigures {
  readonly set: string;
  readonly command: string;
  readonly date: string;
  readonly seed: number;
  readonly limit: number | null;
  readonly machine: { readonly cpus: number; readonly model: string; readonly node: string };
  readonly embedder: string | null;
  readonly chatModel: string | null;
  readonly documents: number;
  readonly chunks: number;
  readonly failedDocuments: readonly string[];
  readonly questions: number;
  readonly alwaysRefuse: OutcomeFigures;
  readonly presets: readonly PresetFigures[];
  /** Retrieval alone; null: it was not measured. */
  readonly arms: ArmFigures | null;
}

export interface EvaluationFacts {
  readonly folder: string;
  readonly command: string;
  readonly seed: number;
  readonly limit: number | null;
  readonly chatModel: string | null;
  readonly caution?: Caution | undefined;
  readonly date: Date;
}

/** Puts the figures of a finished evaluation together. */
export function evaluationFigures(
  facts: EvaluationFacts,
  questions: readonly Question[],
  result: EvaluationResult,
): EvaluationFigures {
  const { folder, command, seed, limit, chatModel, caution, date } = facts;
  const { documentCount, chunkCount, failedDocuments, embedder, records, arms } = result;
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? 'unknown', node: process.version };
  return {
    set: basename(resolve(folder)),
    command,
    date: date.toISOString(),
    seed,
    limit,
    machine,
    embedder,
    chatModel,
    documents: documentCount,
    chunks: chunkCount,
    failedDocuments,
    questions: questions.length,
    alwaysRefuse: alwaysRefuse(questions),
    presets: figuresOf(questions, records, seed, caution),
    arms: arms && armFigures(questions, arms),
  };
}
