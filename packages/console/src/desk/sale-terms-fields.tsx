import { useQuery } from '@tanstack/react-query';
import { policiesQuery } from '../api/queries/terms.ts';
import { useTexts } from '../texts/use-texts.ts';
import { SelectField, TextField } from '../ui/fields/field.tsx';
import type { FieldInput } from '../ui/fields/input-of.ts';

interface SaleTermsProps {
  readonly input: (name: 'policy' | 'deposit' | 'balanceDays', pointer: string) => FieldInput;
  readonly className: string | undefined;
}

/** The cancellation policy and the deposit of what is sold: a plan, or a resource without plans. */
export function SaleTermsFields({ input, className }: SaleTermsProps) {
  const { prices: texts } = useTexts();
  const { data: policies = [] } = useQuery(policiesQuery);
  const deposit = input('deposit', 'deposit/percentBps');
  return (
    <div className={className}>
      <SelectField
        label={texts.policy}
        choices={[
          { value: '', label: texts.noPolicy },
          ...policies.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        {...input('policy', 'cancellationPolicyCode')}
      />
      <TextField label={texts.deposit} hint={texts.depositHint} inputMode="decimal" {...deposit} />
      {deposit.value.trim() !== '' && (
        <TextField
          label={texts.balanceDays}
          inputMode="numeric"
          {...input('balanceDays', 'deposit/balanceDueDaysBefore')}
        />
      )}
    </div>
  );
}
