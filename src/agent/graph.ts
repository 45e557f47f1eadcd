import { END, START, StateGraph, Send } from '@langchain/langgraph';
import { type AgentParts, asGraphNode } from './node.ts';
import { abstainNode } from './nodes/abstain.ts';
import { clarifyNode } from './nodes/clarify.ts';
import { curateNode, generateNode, verifyNode } from './nodes/answer.ts';
import { followNode, mergeNode, rerankNode, retrieveNode } from './nodes/retrieve.ts';
import { historyNode } from './nodes/history.ts';
import { planNode } from './nodes/plan.ts';
import { recordNode } from './nodes/record.ts';
import { refineNode, reflectNode } from './nodes/reflect.ts';
import { writeNode } from './nodes/write.ts';
import { AskAnnotation, type AskState } from './state.ts';

/** The loop, as topology only. Compiled once; every run brings its own state. */
export function buildGraph(parts: AgentParts) {
  return new StateGraph(AskAnnotation)
    .addNode('planning', asGraphNode('plan', planNode(parts)))
    .addNode('retrieve', asGraphNode('retrieve', retrieveNode(parts)))
    .addNode('merge', asGraphNode('merge', mergeNode()))
    .addNode('follow', asGraphNode('follow', followNode(parts)))
    .addNode('reflect', asGraphNode('reflect', reflectNode(parts)))
    .addNode('rerank', asGraphNode('rerank', rerankNode(parts)))
    .addNode('refine', asGraphNode('refine', refineNode(parts)))
    .addNode('curate', asGraphNode('curate', curateNode()))
    .addNode('write', asGraphNode('write', writeNode(parts)))
    .addNode('generate', asGraphNode('generate', generateNode()))
    .addNode('verify', asGraphNode('verify', verifyNode()))
    .addNode('history', asGraphNode('history', historyNode(parts)))
    .addNode('clarify', asGraphNode('clarify', clarifyNode(parts)))
    .addNode('abstain', asGraphNode('abstain', abstainNode(parts)))
    .addNode('record', asGraphNode('record', recordNode(parts)))
    .addEdge(START, 'planning')
    .addConditionalEdges('planning', afterPlan, ['clarify', 'retrieve'])
    .addEdge('retrieve', 'merge')
    .addConditionalEdges('merge', afterMerge, ['follow', 'reflect'])
    .addConditionalEdges('follow', afterFollow, ['retrieve', 'reflect'])
    .addConditionalEdges('reflect', afterReflect, [
      'curate',
      'write',
      'generate',
      'refine',
      'rerank',
      'clarify',
      'abstain',
    ])
    .addEdge('rerank', 'reflect')
    .addConditionalEdges('refine', afterRefine, ['retrieve', 'write', 'abstain', 'clarify'])
    .addConditionalEdges('write', afterWrite, ['generate', 'clarify', 'abstain'])
    .addEdge('generate', 'verify')
    .addConditionalEdges('verify', afterVerify, ['history', 'abstain'])
    .addEdge('history', 'record')
    .addEdge('curate', 'record')
    .addEdge('clarify', 'record')
    .addEdge('abstain', 'record')
    .addEdge('record', END)
    .compile();
}

export type AskGraph = ReturnType<typeof buildGraph>;

/**
 * Pure routers: they take the state and return the name of the next node, or the searches to run. Each text gets its
 * own `retrieve`, and all of them run at once.
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

/** What the model found is only a signal. By now the gate has decided again. */
function afterWrite({ verdict }: AskState): 'generate' | 'clarify' | 'abstain' {
  if (verdict === 'CLARIFY') return 'clarify';
  return verdict === 'PASS' ? 'generate' : 'abstain';
}

export function afterVerify({ outcome }: AskState): 'history' | 'abstain' {
  return outcome === null ? 'abstain' : 'history';
}

function searches(state: AskState): Send[] {
  return state.tasks.map((task) => new Send('retrieve', { ...state, task }));
}
