import { useRef } from 'react';
import { lodging } from '../../api/lodging.ts';
import { useSession } from '../../api/session.ts';
import { useWrite } from '../../api/use-write.ts';
import { leaveConsole } from '../../app/sign-out.ts';
import { useFieldFaults } from '../../ui/faults/use-field-faults.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Moment } from '../../ui/when.tsx';
import css from './settings.module.css';

export function Account() {
  const { settings: texts, shell } = useTexts();
  const { operator, permissions, expiresAt, tenant } = useSession();
  return (
    <Section title={texts.account}>
      <Facts>
        <Fact name={texts.email}>
          <bdi>{operator.email}</bdi>
        </Fact>
        <Fact name={texts.role}>{texts.roles[operator.role] ?? operator.role}</Fact>
        <Fact name={texts.sessionEnds}>
          <Moment at={expiresAt} timeZone={tenant.timezone} />
        </Fact>
      </Facts>
      <div>
        <h3>{texts.may}</h3>
        <ul className={css.permissions}>
          {permissions.map((permission) => (
            <li key={permission}>{texts.permissions[permission] ?? permission}</li>
          ))}
        </ul>
      </div>
      <ChangePassword />
      <Button onPress={() => leaveConsole('everywhere')}>{shell.signOutEverywhere}</Button>
    </Section>
  );
}

function ChangePassword() {
  const { settings: texts } = useTexts();
  const { operator } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const { run, isBusy, error } = useWrite(
    (passwords: { currentPassword: string; newPassword: string }) =>
      lodging.consoleSession.changePassword(passwords),
    { says: () => texts.passwordChanged, after: () => form.current?.reset() },
  );
  const faults = useFieldFaults(error);
  return (
    <details>
      <summary>{texts.changePassword}</summary>
      <form
        ref={form}
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          const [currentPassword, newPassword] = [data.get('current') as string, data.get('new') as string];
          void run({ currentPassword, newPassword });
        }}
      >
        {/* So that a password manager knows whose it is. */}
        <input type="text" autoComplete="username" value={operator.email} readOnly hidden />
        <TextField
          label={texts.currentPassword}
          name="current"
          type="password"
          autoComplete="current-password"
          fault={faults.get('currentPassword')}
        />
        <TextField
          label={texts.newPassword}
          name="new"
          type="password"
          autoComplete="new-password"
          fault={faults.get('newPassword')}
        />
        <Refusal error={error} />
        <Button type="submit" isBusy={isBusy}>
          {texts.changePassword}
        </Button>
      </form>
    </details>
  );
}
