import { describe, expect, it } from 'vitest';
import { evaluationFigures } from '../../src/evaluation/figures/figures.ts';
import { escapeHtml, html } from '../../src/evaluation/report/html.ts';
import { reportPage } from '../../src/evaluation/report/page.ts';
import { reportSample } from './reportSample.ts';

const figures = evaluationFigures(reportSample.facts, reportSample.questions, reportSample.result);

describe('html', () => {
  it('escapes what is put in, unless it is markup', () => {
    expect(html`<b>${'<i> & "x" \'y\''}</b>${html`<i>`}${[1, html`<u>`, '>']}`.markup).toBe(
      '<b>&lt;i&gt; &amp; &quot;x&quot; &#39;y&#39;</b><i>1<u>&gt;',
    );
    expect(escapeHtml('a\u0000b\nc')).toBe('ab\nc');
  });
});

describe('reportPage', () => {
  const page = reportPage(figures);

  it('says in words what came of the questions', () => {
    expect(page).toContain(
      'Of 12 questions, candor answers <strong>8</strong>: <strong>6 rightly</strong> and <strong>2 wrongly</strong>. It refuses 4, and 3 of these have no answer here.',
    );
    expect(page).toContain('No gate can be guaranteed to have at most 5 % of the answers wrong, with 95 % confidence.');
  });

  it('lets nothing of a document or question be markup, and loads nothing', () => {
    expect(page).not.toMatch(/<script|<img|<[^>]* on\w+=/i);
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toMatch(/<[^>]*(?:src|href)=|url\(|@import|https?:\/\//);
  });

  it('has a text alternative for every chart, each with ids of its own', () => {
    const charts = page.match(/<svg viewBox="0 0 420[^>]*>/g) ?? [];
    expect(charts).toHaveLength(5);
    for (const chart of charts) {
      const [, title = '', description = ''] = /aria-labelledby="(\S+) (\S+)"/.exec(chart) ?? [];
      expect(page).toContain(`<title id="${title}">`);
      expect(page).toContain(`<desc id="${description}">`);
    }
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('draws only numbers', () => {
    expect(page).not.toMatch(/NaN|Infinity|undefined|null/);
  });

  it('says so when nothing was judged', () => {
    const questions = reportSample.questions.map((question) => ({ ...question, expected: 'retrieve' as const }));
    expect(reportPage(evaluationFigures(reportSample.facts, questions, reportSample.result))).toContain(
      'measures retrieval alone',
    );
  });
});
