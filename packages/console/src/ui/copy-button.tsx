import { announce } from '../api/messages.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';

/** Copies a text, whose name describes the button to screen readers. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const { common } = useTexts();
  const copy = async (): Promise<void> => {
    announce((await copyText(text)) ? common.copied : common.notCopied);
  };
  return (
    <Button kind="quiet" className="screen-only" aria-description={what} onPress={copy}>
      {common.copy}
    </Button>
  );
}
