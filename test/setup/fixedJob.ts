/** A unit is so many times the job: a second of an idle core of 2026. */
const jobsInUnit = 90;
const rounds = 60;

/** Strings, maps, sorting and JSON, as tests do, always the same. The first rounds, which compile it, do not count. @returns the CPU seconds of one unit, as fast as this process is now */
export function timeFixedJob(): number {
  work(rounds / 3);
  const before = process.cpuUsage();
  work(rounds);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1e6) * jobsInUnit;
}

function work(times: number): number {
  let found = 0;
  for (let round = 0; round < times; round += 1) {
    const words = Array.from({ length: 400 }, (_, index) => `w${(index * 7919 + round * 31) % 1009}-${index % 17}`);
    const counts = new Map<string, number>();
    for (const word of words.sort()) {
      const name = word.replace(/-\d+$/, '');
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    found += (JSON.parse(JSON.stringify([...counts])) as unknown[]).length;
  }
  return found;
}
