import * as Dialog from '@radix-ui/react-dialog';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { words } from './words/words.ts';

const shortcuts = [
  ['/', 'ask'],
  ['Enter', 'submit'],
  ['Shift + Enter', 'line'],
  ['Esc', 'close'],
  ['?', 'help'],
] as const;

/** What is typed into a field is no shortcut. */
const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** The keyboard shortcuts of every page, and the button and key that list them. */
export function Keyboard() {
  const [open, setOpen] = useState(false);
  const [, go] = useLocation();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '?') setOpen(true);
      if (event.key !== '/') return;
      event.preventDefault();
      const field = document.getElementById('question');
      // The page that asks puts the cursor into its field itself.
      if (field) field.focus();
      else go('/');
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [go]);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="quiet small keyboard-button">{words.keyboard.title}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="veil" />
        <Dialog.Content className="keyboard" aria-describedby={undefined}>
          <Dialog.Title>{words.keyboard.title}</Dialog.Title>
          <dl>
            {shortcuts.map(([key, name]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{words.keyboard[name]}</dd>
              </div>
            ))}
          </dl>
          <Dialog.Close className="quiet">{words.close}</Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
