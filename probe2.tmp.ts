import { openAsked } from './bench/askApp.ts';
import { makeQuestions } from './bench/askQuestions.ts';
const folder = process.argv[2]!;
const app = await openAsked({ folder, chunks: 10000, seed: 4, reload: false, print: () => undefined });
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1000; };
const qs = makeQuestions(app.knowledge, app.documents, 12, 9);
for (const q of qs) { const s = cpu(), w = performance.now(); const a = await app.ask(q); console.log(q.kind, 'cpu', (cpu() - s).toFixed(0), 'wall', (performance.now() - w).toFixed(0), a.waits.filter((x) => x.until.cpu - x.from.cpu > 25).map((x) => `${x.name} ${(x.until.cpu - x.from.cpu).toFixed(0)}`).join(', ')); }
await app.close();
