/** A page may set the properties that begin with --candor-. */
export const style = `
:host {
  --accent: var(--candor-accent, light-dark(#0b57a4, #8cc0ff));
  --on-accent: var(--candor-on-accent, light-dark(#fff, #0c1c2e));
  --paper: var(--candor-paper, light-dark(#fff, #14161a));
  --ink: var(--candor-ink, light-dark(#171a20, #e9ebef));
  --muted: var(--candor-muted, light-dark(#5a6270, #a0a8b5));
  --line: var(--candor-line, light-dark(#dde1e7, #323843));
  --radius: var(--candor-radius, .6rem);
  display: block;
  container-type: inline-size;
  color: var(--ink);
  font: 1rem/1.5 var(--candor-font, system-ui, sans-serif);
}
:host([hidden]) { display: none }
* { box-sizing: border-box }
section { padding: 1.1rem 1.2rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--paper) }
h2, p, ul, ol { margin: 0; padding: 0 }
ul, ol { list-style: none }
h2 { font-size: 1.05rem; margin-block-end: .6rem }
form { display: flex; gap: .5rem }
input { flex: 1; min-inline-size: 0; font: inherit; color: inherit; background: none; border: 1px solid var(--muted); border-radius: calc(var(--radius) * .75); padding: .5rem .75rem }
input::placeholder { color: var(--muted); opacity: 1 }
button { font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: calc(var(--radius) * .75); padding: .5rem .9rem; cursor: pointer; text-align: start }
button[type=submit] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600 }
button[disabled] { opacity: .6; cursor: default }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
a { color: var(--accent) }
.result:not(:empty) { margin-block-start: 1rem; display: grid; gap: .75rem }
.text { white-space: pre-line; overflow-wrap: anywhere; font-size: 1.05rem }
.muted, .tier { color: var(--muted); font-size: .85rem }
.tier::before { content: ''; display: inline-block; inline-size: .55rem; block-size: .55rem; margin-inline-end: .4rem; border-radius: 50%; background: var(--muted) }
.tier.CONFIDENT::before { background: light-dark(#176b43, #79d3a5) }
.tier.UNCERTAIN::before { background: light-dark(#8a5300, #f0b95c) }
.options { display: grid; gap: .4rem }
.options button { inline-size: 100% }
.options strong { color: var(--accent); display: block }
sup a { text-decoration: none; font-weight: 600; padding-inline: .15em }
ol li { margin-block-start: .45rem; font-size: .9rem }
ol li:target, ol li:focus { outline: 2px solid var(--accent); outline-offset: 4px }
blockquote { margin: .1rem 0 0; padding-inline-start: .7rem; border-inline-start: 2px solid var(--line); color: var(--muted) }
@container (max-width: 22rem) { form { flex-direction: column } button[type=submit] { text-align: center } }
`;
