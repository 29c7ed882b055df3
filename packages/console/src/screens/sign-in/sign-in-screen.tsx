import { useEffect } from 'react';
import { useTexts } from '../../texts/use-texts.ts';
import { SignInForm } from './sign-in-form.tsx';
import css from './sign-in.module.css';

/** At whatever address: the page that was meant is shown afterwards. */
export function SignInScreen() {
  const { signIn: texts } = useTexts();
  useEffect(() => {
    document.title = texts.title;
  }, [texts.title]);
  return (
    <main className={css.page}>
      <div className={css.card}>
        <h1>{texts.title}</h1>
        <SignInForm />
        <p className={css.forgotten}>
          {texts.forgotten} <code>lodging operators password</code>
        </p>
      </div>
    </main>
  );
}
