import type { AskState } from './state.ts';

/** Pure routers: state in, name of the next node out. */
export function afterPlan(state: AskState): 'clarify' | 'retrieve' {
  return state.verdict === 'CLARIFY' ? 'clarify' : 'retrieve';
}

export function afterReflect(state: AskState): 'curate' | 'generate' | 'refine' | 'rerank' | 'clarify' | 'abstain' {
  switch (state.verdict) {
    case 'CURATED': return 'curate';
    case 'PASS': return 'generate';
    case 'REFINE': return 'refine';
    case 'RERANK': return 'rerank';
    case 'CLARIFY': return 'clarify';
    case 'ABSTAIN': return 'abstain';
  }
}

export function afterRefine(state: AskState): 'retrieve' | 'abstain' {
  return state.verdict === 'ABSTAIN' ? 'abstain' : 'retrieve';
}

export function afterVerify(state: AskState): 'history' | 'abstain' {
  return state.outcome === null ? 'abstain' : 'history';
}
