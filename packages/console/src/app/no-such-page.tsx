import { useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTexts } from '../texts/use-texts.ts';
import { Refusal } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';

export function NoSuchPage() {
  const { shell } = useTexts();
  return (
    <Screen title={shell.noSuchPage}>
      <p>{shell.noSuchPageWhat}</p>
    </Screen>
  );
}

/** A fault of a screen stays within it: the navigation goes on. */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { shell } = useTexts();
  const again = async (): Promise<void> => {
    reset();
    await router.invalidate();
  };
  return (
    <Screen title={shell.screenFailed}>
      <Refusal error={error} onTryAgain={again} />
    </Screen>
  );
}
