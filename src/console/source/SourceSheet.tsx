import * as Dialog from '@radix-ui/react-dialog';
import { type ReactNode, useRef, useState } from 'react';
import { words } from '../words/words.ts';
import { Source } from './Source.tsx';
import { SourceDoor, type SourceRef } from './sourceRef.ts';

/** Lets everything inside open a source beside it. The page stays usable: a person compares the two. */
export function SourceSheet({ children }: { readonly children: ReactNode }) {
  const [source, setSource] = useState<SourceRef>();
  const opener = useRef<HTMLElement>(null);
  const open = (next: SourceRef) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setSource(next);
  };
  return (
    <SourceDoor value={open}>
      <div className={source ? 'beside-sheet' : undefined}>{children}</div>
      <Dialog.Root open={source !== undefined} onOpenChange={(isOpen) => isOpen || setSource(undefined)} modal={false}>
        <Dialog.Portal>
          <Dialog.Content
            className="sheet"
            aria-describedby={undefined}
            onInteractOutside={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              opener.current?.focus();
            }}
          >
            <header className="sheet-head">
              <Dialog.Title className="sheet-title">{source?.title}</Dialog.Title>
              <Dialog.Close className="quiet" aria-label={words.close}>
                <span aria-hidden="true">✕</span>
              </Dialog.Close>
            </header>
            {source && <Source key={`${source.versionId} ${source.span.start}`} source={source} />}
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </SourceDoor>
  );
}
