import { useEffect } from 'react';
import { words } from '../words/words.ts';

/** The page's name in the tab and the history. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${words.name}` : words.name;
  }, [title]);
}
