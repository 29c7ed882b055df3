import type { GuestErasure } from '@lodging/client';
import { useSession } from '../../api/session.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Section } from '../../ui/section.tsx';
import css from './guests.module.css';

/** What the API says of an erasure: what remains, and where else the guest is known. */
export function Erased({ erasure: { remains, elsewhere } }: { readonly erasure: GuestErasure }) {
  const { guests: texts } = useTexts();
  const { dateOf } = useFormats();
  const { tenant } = useSession();
  const payments = elsewhere.flatMap(({ accountId, paymentIntentIds }) =>
    paymentIntentIds.map((id) => `${accountId} ${id}`),
  );
  return (
    <Section title={texts.remains}>
      <ul className={css.list}>
        {remains.map(({ what, why, until }) => (
          <li key={what}>
            {what}: {why} {until !== null && `(${texts.until(dateOf(until, tenant.timezone))})`}
          </li>
        ))}
      </ul>
      {payments.length > 0 && (
        <>
          <h3>{texts.elsewhere}</h3>
          <ul className={css.list}>
            {payments.map((payment) => (
              <li key={payment}>
                <code>{payment}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}
