import { percentile } from '../src/stats.ts';

export interface Series {
  readonly name: string;
  readonly millis: readonly number[];
}

/** Shares of the probes that were slower, one tick each. */
const shares = [0.5, 0.9, 0.99, 0.999, 0.9999];
const [least, most] = [0.3, 3_000];
const [left, top, width, height] = [70, 20, 560, 300];
const colours = ['#8a8a8a', '#c3c3c3', '#b3261e', '#1b6e3c', '#d08770', '#3b6ea5'];

/** Draws, as SVG, how slow the slowest probes were: percentiles across, milliseconds upwards, both logarithmic. */
export function tailPlot(series: readonly Series[], limitMillis: number): string {
  const x = (share: number) => left + (width * -Math.log10(1 - share)) / -Math.log10(1 - (shares.at(-1) ?? 0.9999));
  const y = (millis: number) =>
    top + height - (height * Math.log10(Math.min(most, Math.max(least, millis)) / least)) / Math.log10(most / least);
  const text = (at: number, down: number, said: string, anchor = 'end') =>
    `<text x="${at.toFixed(0)}" y="${down.toFixed(0)}" text-anchor="${anchor}">${said}</text>`;
  const across = (millis: number, stroke: string) =>
    `<line x1="${left}" x2="${left + width}" y1="${y(millis).toFixed(1)}" y2="${y(millis).toFixed(1)}" stroke="${stroke}"/>`;
  const ticks = [1, 10, 100, 1_000].map(
    (millis) => across(millis, '#ddd') + text(left - 8, y(millis) + 4, `${millis} ms`),
  );
  const names = shares.map((share) => text(x(share), top + height + 18, `p${share * 100}`, 'middle'));
  const lines = series.map(({ name, millis }, nth) => {
    const steps = Array.from({ length: 161 }, (_, step) => 1 - 10 ** (-step / 40));
    const seen = steps.filter((share) => 1 - share >= 1 / millis.length);
    const points = seen.map((share) => `${x(share).toFixed(1)},${y(percentile(millis, share) ?? 0).toFixed(1)}`);
    const down = top + height + 44 + 18 * nth;
    return `<polyline fill="none" stroke-width="2" stroke="${colours[nth] ?? '#000'}" points="${points.join(' ')}"/><rect x="${left}" y="${down - 9}" width="20" height="4" fill="${colours[nth] ?? '#000'}"/>${text(left + 28, down, name, 'start')}`;
  });
  const limit = `${across(limitMillis, '#000')}${text(left + width, y(limitMillis) - 5, `${limitMillis} ms`)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + 30} ${top + height + 50 + 18 * series.length}" font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>${[...ticks, ...names, ...lines, limit].join('\n')}</svg>\n`;
}
