import { useEffect } from 'react';
import { useSessionState } from '../../api/session.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Over the page, whose drafts stay; after a lock over nothing. */
export function SignInAgain({ isLocked }: { readonly isLocked: boolean }) {
  const { signIn: texts } = useTexts();
  const { current } = useSessionState();
  const property = current?.tenant.name;
  useEffect(() => {
    // The title of the page that was shown may have the name of a guest.
    if (isLocked) document.title = `${texts.again} · ${property}`;
  }, [isLocked, property, texts.again]);
  return (
    <Dialog title={texts.again}>
      <p>{isLocked ? texts.locked : texts.ended}</p>
      <SignInForm {...(current && { email: current.operator.email, mode: current.mode })} />
    </Dialog>
  );
}
