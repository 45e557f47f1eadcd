/** A node of a plan, as `explain (format json)` tells it; what was run comes with `analyze`. */
export interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly 'Actual Loops': number;
  readonly 'Actual Rows': number;
  readonly 'Heap Fetches'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Subplan Name'?: string;
  readonly Plans?: readonly Plan[];
  /** On Citus: the plan of the one worker that the statement goes to. Its index names end in the shard's number. */
  readonly 'Distributed Query'?: {
    readonly Job: { readonly Tasks: readonly { readonly 'Remote Plan': readonly { readonly Plan: Plan }[][] }[] };
  };
}

const below = (plan: Plan): readonly Plan[] => [
  ...(plan.Plans ?? []),
  ...(plan['Distributed Query']?.Job.Tasks ?? []).flatMap((task) =>
    task['Remote Plan'].flat().map((each) => each.Plan),
  ),
];

/** The node and all below it. */
export const nodesOf = (plan: Plan): Plan[] => [plan, ...below(plan).flatMap(nodesOf)];
