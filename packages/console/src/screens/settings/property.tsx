import { paymentAccountQuery } from '../../api/queries/payment-account.ts';
import { useSession } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import css from './settings.module.css';

/** What the installation has set; it is read here alone. */
export function Property() {
  const { settings: texts } = useTexts();
  const { tenant } = useSession();
  return (
    <Section title={texts.property}>
      <Facts>
        <Fact name={texts.name}>
          <bdi>{tenant.name}</bdi>
        </Fact>
        <Fact name={texts.timezone}>{tenant.timezone}</Fact>
        <Fact name={texts.currency}>{tenant.defaultCurrency}</Fact>
      </Facts>
      <PaymentAccount />
      <p className="quiet small">{texts.elsewhere}</p>
    </Section>
  );
}

function PaymentAccount() {
  const { settings: texts, common } = useTexts();
  const { data, error, refetch } = useRead(paymentAccountQuery);
  return (
    <div className={css.part}>
      <h3>{texts.paymentAccount}</h3>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === null && <p className="quiet">{texts.noPaymentAccount}</p>}
      {data && (
        <Facts>
          <Fact name={texts.provider}>Stripe</Fact>
          <Fact name={texts.accountId}>
            <code>{data.accountId}</code>
          </Fact>
          <Fact name={texts.charges}>
            <Chip kind={data.canCharge ? 'good' : 'danger'}>
              {data.canCharge ? texts.canCharge : texts.cannotCharge}
            </Chip>
          </Fact>
          <Fact name={texts.origins}>
            {data.redirectOrigins.length === 0 && common.none}
            {data.redirectOrigins.map((origin) => (
              <bdi key={origin} className={css.origin}>
                {origin}
              </bdi>
            ))}
          </Fact>
        </Facts>
      )}
    </div>
  );
}
