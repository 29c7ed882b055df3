import { useQuery } from '@tanstack/react-query';
import { paymentAccountQuery } from '../api/queries/payment-account.ts';
import { useTexts } from '../texts/use-texts.ts';

/** Whether guests can pay online at all; undefined while it is read. */
export function useCanCharge(): boolean | undefined {
  const { data } = useQuery(paymentAccountQuery);
  return data === undefined ? undefined : data?.canCharge === true;
}

/** What this installation lacks for a payment link; nothing where it lacks nothing. */
export function NoPaymentLink() {
  const { desk: texts } = useTexts();
  const { data: account } = useQuery(paymentAccountQuery);
  if (account === undefined || account?.canCharge === true) return null;
  return <p className="quiet small">{account === null ? texts.noAccount : texts.cannotCharge}</p>;
}
