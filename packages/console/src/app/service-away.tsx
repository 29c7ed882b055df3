import { useTexts } from '../texts/use-texts.ts';
import { Refusal } from '../ui/notice.tsx';

/** Before it is known who is signed in. */
export function ServiceAway({
  error,
  onTryAgain,
}: {
  readonly error: unknown;
  readonly onTryAgain: () => unknown;
}) {
  const texts = useTexts();
  return (
    <main style={{ maxWidth: '32rem', margin: '10vh auto', padding: '0 1rem', display: 'grid', gap: '1rem' }}>
      <h1>{texts.signIn.unavailable}</h1>
      <Refusal error={error} onTryAgain={onTryAgain} />
    </main>
  );
}
