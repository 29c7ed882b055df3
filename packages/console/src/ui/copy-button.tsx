import { announce } from '../api/messages.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Button } from './button.tsx';

/** Copies a text, whose name is for screen readers. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const { common } = useTexts();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    announce(common.copied);
  };
  return (
    <Button kind="quiet" className="screen-only" onPress={copy}>
      {common.copy} <span className="hidden">{what}</span>
    </Button>
  );
}
