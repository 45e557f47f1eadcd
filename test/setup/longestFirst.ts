import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of 10 s and more, the longest first. A file that is missing here costs some seconds at the end of a suite, and nothing else. */
const longest = [
  'test/isolation/isolation.db.slow.test.ts',
  'test/knowledge/jobs/takeover.native.release.test.ts',
  'test/db/backup/everyRow.db.release.test.ts',
  'test/agent/scriptedModels.slow.test.ts',
  'test/browser/console.browser.test.ts',
  'test/browser/walk.browser.test.ts',
  'test/browser/languages.browser.test.ts',
  'test/knowledge/formats/parserProcess.slow.test.ts',
  'test/grounding/lies.slow.test.ts',
  'test/browser/quality.browser.test.ts',
  'test/db/fullDisk.slow.test.ts',
  'test/db/backup/directions.native.test.ts',
  'test/mcp/stdio.slow.test.ts',
  'test/retrieval/nonInterference.db.release.test.ts',
  'test/browser/settings.browser.test.ts',
  'test/http/silentDatabase.native.test.ts',
  'test/db/damage.slow.test.ts',
  'test/knowledge/everyFormat.db.slow.test.ts',
  'test/faults/models.slow.test.ts',
  'test/browser/graphiql.browser.test.ts',
  'test/retrieval/vectorArm.db.slow.test.ts',
  'test/docs/transcripts.slow.test.ts',
  'test/cli/serving.slow.test.ts',
  'test/faults/postgres.native.test.ts',
  'test/db/silentServer.native.test.ts',
  'test/deploy/rollingUpdate.slow.test.ts',
  'test/agent/loop.property.db.slow.test.ts',
  'test/evaluation/calibrate.db.slow.test.ts',
  'test/http/connections.slow.test.ts',
  'test/agent/modelMatrix.db.release.test.ts',
  'test/knowledge/hypotheticals.db.slow.test.ts',
  'test/grounding/checks/checks.slow.test.ts',
  'test/mcp/attacks.db.slow.test.ts',
  'test/deploy/replicas.native.test.ts',
  'test/models/openModels.slow.test.ts',
];

/** vitest orders by size where it has no times of an earlier run, as after `npm ci`: a long file that is small comes last, and one worker waits for it. The projects stay in their order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.indexOf(relative(this.ctx.config.root, moduleId));
      return at === -1 ? longest.length : at;
    };
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).sort((left, right) => rank(left) - rank(right)),
    );
  }
}
