import type { Quote } from '@lodging/client';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/permissions.ts';
import { exemptibleRulesQuery } from '../../api/queries/tax-rules.ts';
import { NoPaymentLink, useCanCharge } from '../../desk/no-payment-link.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { RadioGroup, TextField } from '../../ui/fields/field.tsx';
import type { PaymentChoice } from './draft.ts';
import type { DraftProps } from './guest-fields.tsx';

interface PaymentFieldsProps extends DraftProps {
  /** What is wrong with the address to return to. */
  readonly fault: string | undefined;
  /** The first address that this installation allows. */
  readonly suggested: string;
}

export function PaymentFields({ draft, onChange, fault, suggested }: PaymentFieldsProps) {
  const { newBooking: texts, desk } = useTexts();
  const ways: readonly PaymentChoice[] = useCanCharge() ? ['desk', 'property', 'link'] : ['desk', 'property'];
  return (
    <>
      <RadioGroup
        label={texts.payment}
        choices={ways.map((value) => ({ value, label: texts.payments[value] }))}
        value={draft.payment}
        onChange={(value) => onChange({ payment: value as PaymentChoice })}
      />
      <NoPaymentLink />
      {draft.payment === 'link' && (
        <>
          <p className="quiet small">{texts.linkHint}</p>
          <TextField
            label={desk.returnAddress}
            hint={desk.returnAddressHint}
            type="url"
            value={draft.returnTo ?? suggested}
            fault={fault}
            onChange={({ target }) => onChange({ returnTo: target.value })}
          />
        </>
      )}
    </>
  );
}

/** A held stay has no exemptions: its price is the signed one. */
export function ExemptionFields({
  draft,
  onChange,
  quote,
}: DraftProps & { readonly quote: Quote | undefined }) {
  const { newBooking: texts } = useTexts();
  const may = useMay();
  const mayExempt = may('booking:tax:exempt') && draft.payment !== 'link';
  const { data: rules = [] } = useQuery({ ...exemptibleRulesQuery, enabled: mayExempt });
  const charged = quote?.priceBreakdown.lines.map(({ code }) => code) ?? [];
  if (!mayExempt) return null;
  const without = (code: string) =>
    Object.fromEntries(Object.entries(draft.exemptions).filter(([other]) => other !== code));
  return rules
    .filter(({ code }) => charged.includes(code) || code in draft.exemptions)
    .map(({ code, name }) => {
      const reason = draft.exemptions[code];
      return (
        <div key={code}>
          <Checkbox
            label={texts.exempt(name)}
            isOn={reason !== undefined}
            onChange={(isOn) =>
              onChange({ exemptions: isOn ? { ...draft.exemptions, [code]: '' } : without(code) })
            }
          />
          {reason !== undefined && (
            <TextField
              label={texts.exemptReason(name)}
              required
              maxLength={200}
              value={reason}
              onChange={({ target }) =>
                onChange({ exemptions: { ...draft.exemptions, [code]: target.value } })
              }
            />
          )}
        </div>
      );
    });
}
