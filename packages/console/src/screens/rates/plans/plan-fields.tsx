import { SaleTermsFields } from '../../../desk/sale-terms-fields.tsx';
import type { Faults } from '../../../ui/faults/use-faults.ts';
import { PLAN_POINTER } from '../../../domain/prices/plan-draft.ts';
import type { PlanDraft, RatePlan } from '../../../domain/prices/plan-draft.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { SelectField, Switch, TextField } from '../../../ui/fields/field.tsx';
import { inputOf } from '../../../ui/fields/input-of.ts';
import css from './plans.module.css';

interface PlanFieldsProps {
  readonly draft: PlanDraft;
  readonly isNew: boolean;
  readonly currency: string;
  readonly parents: readonly RatePlan[];
  readonly faults: Faults;
  readonly set: (changed: Partial<PlanDraft>) => void;
}

export function PlanFields(props: PlanFieldsProps) {
  const { isNew } = props;
  const { prices: texts } = useTexts();
  const input = inputOf(props, PLAN_POINTER);
  return (
    <>
      <div className={css.row}>
        <TextField
          label={texts.code}
          hint={isNew ? texts.codeHint : undefined}
          readOnly={!isNew}
          maxLength={64}
          data-autofocus={isNew || undefined}
          {...input('code')}
        />
        <TextField
          label={texts.name}
          maxLength={200}
          data-autofocus={!isNew || undefined}
          {...input('name')}
        />
      </div>
      <PriceSource {...props} />
      <div className={css.row}>
        <TextField label={texts.minStay} inputMode="numeric" {...input('minStayNights')} />
        <TextField
          label={texts.maxStay}
          hint={texts.maxStayHint}
          inputMode="numeric"
          {...input('maxStayNights')}
        />
      </div>
      <Switches {...props} />
      <SaleTermsFields input={input} className={css.row} />
    </>
  );
}

function Switches({ draft, set }: PlanFieldsProps) {
  const { prices: texts } = useTexts();
  return (
    <div className={css.switches}>
      <Switch label={texts.onSale} isOn={draft.enabled} onChange={(enabled) => set({ enabled })} />
      <Switch
        label={texts.refundable}
        isOn={draft.isRefundable}
        onChange={(isRefundable) => set({ isRefundable })}
      />
      <Switch
        label={texts.closedToArrival}
        isOn={draft.closedToArrival}
        onChange={(closedToArrival) => set({ closedToArrival })}
      />
      <Switch
        label={texts.closedToDeparture}
        isOn={draft.closedToDeparture}
        onChange={(closedToDeparture) => set({ closedToDeparture })}
      />
    </div>
  );
}

/** Prices of its own, or those of another plan. */
function PriceSource(props: PlanFieldsProps) {
  const { draft, currency, parents } = props;
  const { prices: texts } = useTexts();
  const input = inputOf(props, PLAN_POINTER);
  return (
    <div className={css.row}>
      <SelectField
        label={texts.source}
        choices={[
          { value: '', label: texts.ownPrices },
          ...parents.map(({ code, name }) => ({ value: code, label: texts.follows(name) })),
        ]}
        {...input('parent', 'derivedFrom/ratePlanCode')}
      />
      {draft.parent !== '' && (
        <>
          <TextField
            label={texts.percent}
            hint={texts.percentOfParent}
            inputMode="decimal"
            {...input('percent', 'derivedFrom/multiplierBps')}
          />
          <SelectField
            label={texts.adjust}
            choices={[
              { value: 'subtract', label: texts.subtract },
              { value: 'add', label: texts.add },
            ]}
            {...input('adjust')}
          />
          <TextField
            label={texts.amount}
            hint={`${currency} · ${texts.aNight}`}
            inputMode="decimal"
            {...input('adjustment', 'derivedFrom/adjustment/amountMinorUnits')}
          />
        </>
      )}
    </div>
  );
}
