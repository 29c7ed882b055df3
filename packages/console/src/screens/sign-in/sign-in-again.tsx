import { useSessionState } from '../../api/session.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Over the page, whose drafts stay; after a lock over nothing. */
export function SignInAgain({ isLocked }: { readonly isLocked: boolean }) {
  const { signIn: texts } = useTexts();
  const { current } = useSessionState();
  return (
    <Dialog title={texts.again}>
      <p>{isLocked ? texts.locked : texts.ended}</p>
      <SignInForm
        {...(current && { email: current.operator.email, mode: current.mode })}
        onSignedIn={({ operator }) => {
          // Another operator starts afresh.
          if (operator.id !== current?.operator.id) history.replaceState(null, '', '/console/');
        }}
      />
    </Dialog>
  );
}
