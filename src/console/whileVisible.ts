/** After a fault, such as a server that starts again. */
const pauseMillis = 60_000;

/**
 * Does something for as long as the page can be seen, again whenever it is seen again, and a minute after it ended or
 * failed: a browser opens six connections to a server, and tabs that nobody looks at must not hold them.
 * @returns what ends it
 */
export function whileVisible(work: (signal: AbortSignal) => Promise<unknown>): () => void {
  let current: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    current?.abort();
    current = undefined;
  };
  const turn = () => {
    end();
    if (document.hidden) return;
    const own = (current = new AbortController());
    const again = () => {
      if (current === own) timer = setTimeout(turn, pauseMillis);
    };
    work(own.signal).then(again, again);
  };
  document.addEventListener('visibilitychange', turn);
  turn();
  return () => {
    document.removeEventListener('visibilitychange', turn);
    end();
  };
}
