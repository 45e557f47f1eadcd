/**
 * The page's only style. Series colours are those of Okabe and Ito, which the colour-blind tell apart; light text needs them lighter. Charts are drawn 420 units
 * wide and never wider than 640 px, so that their 13-unit letters are read on a phone and do not shout on a screen.
 */
export const style = `
:root { color-scheme: light dark; --page: #fff; --card: #f6f7f9; --ink: #1b1f24; --quiet: #59636e; --rule: #d5dae0; --good: #00694b; --bad: #b34700;
  --s0: #0072b2; --s1: #b34700; --s2: #00795a; --s3: #a4508b; --s4: #8a6d00; --s5: #3f8ac4; --s6: #59636e;
  --right: #00795a; --wrong: #c24e00; --refused: #a9c7dd; --missed: #d9c9a3; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14171b; --card: #1d2127; --ink: #e8ebee; --quiet: #a3adb8; --rule: #39414a; --good: #4fd1a5; --bad: #ff9d5c;
    --s0: #56b4e9; --s1: #ff9d5c; --s2: #4fd1a5; --s3: #e59bcb; --s4: #f0e442; --s5: #9dc8f0; --s6: #a3adb8;
    --right: #35b78b; --wrong: #f0803c; --refused: #41627a; --missed: #6e6242; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif; overflow-wrap: break-word; }
main { max-width: 1160px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 4px; } h2 { font-size: 1.2rem; line-height: 1.3; margin: 48px 0 4px; }
p { margin: 0 0 12px; max-width: 90ch; } .quiet { color: var(--quiet); font-size: .9rem; }
.lead { font-size: 1.2rem; line-height: 1.5; margin: 20px 0 12px; max-width: 80ch; } .lead strong { white-space: nowrap; }
.pair { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 40px; } @media (min-width: 900px) { .pair { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
figure { margin: 0; max-width: 640px; } svg { display: block; width: 100%; height: auto; font: 13px system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
svg text { fill: var(--quiet); } svg .label { fill: var(--ink); } .grid { stroke: var(--rule); } .axis { stroke: var(--quiet); } .ideal { stroke: var(--quiet); stroke-dasharray: 2 4; } .gate { stroke: var(--ink); stroke-dasharray: 6 3; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; list-style: none; margin: 4px 0 12px; padding: 0; font-size: .9rem; } .legend svg { display: inline-block; width: 28px; height: 12px; margin-right: 6px; vertical-align: 0; }
.scroll { overflow-x: auto; margin: 8px 0 12px; border: 1px solid var(--rule); border-radius: 6px; } .scroll:focus-visible { outline: 2px solid var(--s0); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; } th, td { padding: 6px 12px; text-align: right; white-space: nowrap; border-top: 1px solid var(--rule); }
thead th { white-space: normal; min-width: 5em; border-top: 0; color: var(--quiet); font-weight: 600; vertical-align: bottom; } th:first-child, td:first-child { text-align: left; } tbody th { font-weight: 600; } tr.under th, tr.under td { color: var(--quiet); font-weight: 400; border-top: 0; padding-top: 0; } tr.under th { padding-left: 28px; }
small { color: var(--quiet); font-size: .85em; }
details { background: var(--card); border-radius: 6px; padding: 10px 14px; margin: 8px 0; } summary { cursor: pointer; font-weight: 600; } details dl { margin: 10px 0 0; } dt { color: var(--quiet); font-size: .85rem; margin-top: 8px; } dd { margin: 0; white-space: pre-line; } blockquote { margin: 4px 0; padding-left: 12px; border-left: 3px solid var(--rule); }
code { font: .9em ui-monospace, "DejaVu Sans Mono", monospace; background: var(--card); padding: 1px 4px; border-radius: 3px; overflow-wrap: anywhere; }
@media (max-width: 480px) { figure svg { font-size: 15.5px; } .legend svg { font-size: inherit; } }
@media print { details { break-inside: avoid; } }
`;
