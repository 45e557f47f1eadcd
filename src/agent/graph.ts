import { END, START, StateGraph } from '@langchain/langgraph';
import { asGraphNode } from './node.ts';
import { abstainNode } from './nodes/abstain/abstain.ts';
import { clarifyNode } from './nodes/clarify/clarify.ts';
import { curateNode } from './nodes/curate/curate.ts';
import { generateNode } from './nodes/generate/generate.ts';
import { followNode } from './nodes/follow/follow.ts';
import { historyNode } from './nodes/history/history.ts';
import { mergeNode } from './nodes/merge/merge.ts';
import { planNode } from './nodes/plan/plan.ts';
import { recordNode } from './nodes/record/record.ts';
import { refineNode } from './nodes/refine/refine.ts';
import { reflectNode } from './nodes/reflect/reflect.ts';
import { rerankNode } from './nodes/rerank/rerank.ts';
import { retrieveNode } from './nodes/retrieve/retrieve.ts';
import { verifyNode } from './nodes/verify/verify.ts';
import { writeNode } from './nodes/write/write.ts';
import type { AgentParts } from './parts.ts';
import { afterFollow, afterMerge, afterPlan, afterRefine, afterReflect, afterVerify, afterWrite } from './routes.ts';
import { AskAnnotation } from './state.ts';

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
