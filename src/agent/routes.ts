import { Send } from '@langchain/langgraph';
import type { AskState } from './state.ts';

/**
 * Pure routers: state in, name of the next node out; or what is searched, each text by a `retrieve` of its own and all
 * at once.
 */
export function afterPlan(state: AskState): 'clarify' | Send[] {
  return state.verdict === 'CLARIFY' ? 'clarify' : searches(state);
}

export function afterMerge({ followed, plan }: AskState): 'follow' | 'reflect' {
  return !followed && plan !== null && plan.dependent.length > 0 ? 'follow' : 'reflect';
}

export function afterFollow(state: AskState): 'reflect' | Send[] {
  return state.tasks.length === 0 ? 'reflect' : searches(state);
}

export function afterReflect(
  state: AskState,
): 'curate' | 'write' | 'generate' | 'refine' | 'rerank' | 'clarify' | 'abstain' {
  switch (state.verdict) {
    case 'CURATED':
      return 'curate';
    case 'WRITE':
      return 'write';
    case 'PASS':
      return 'generate';
    case 'REFINE':
      return 'refine';
    case 'RERANK':
      return 'rerank';
    case 'CLARIFY':
      return 'clarify';
    case 'ABSTAIN':
      return 'abstain';
  }
}

export function afterRefine(state: AskState): 'abstain' | 'clarify' | 'write' | Send[] {
  switch (state.verdict) {
    case 'CLARIFY':
      return 'clarify';
    case 'WRITE':
      return 'write';
    case 'ABSTAIN':
      return 'abstain';
    default:
      return searches(state);
  }
}

/** What the model found is a signal: the gate has decided again. */
export function afterWrite({ verdict }: AskState): 'generate' | 'clarify' | 'abstain' {
  if (verdict === 'CLARIFY') return 'clarify';
  return verdict === 'PASS' ? 'generate' : 'abstain';
}

export function afterVerify({ outcome }: AskState): 'history' | 'abstain' {
  return outcome === null ? 'abstain' : 'history';
}

function searches(state: AskState): Send[] {
  return state.tasks.map((task) => new Send('retrieve', { ...state, task }));
}
