import { useQuery } from '@tanstack/react-query';
import { policiesQuery } from '../../../api/queries/terms.ts';
import type { Faults } from '../../../desk/use-faults.ts';
import { PLAN_POINTER } from '../../../domain/prices/plan-draft.ts';
import type { PlanDraft, RatePlan } from '../../../domain/prices/plan-draft.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { SelectField, Switch, TextField } from '../../../ui/fields/field.tsx';
import css from './plans.module.css';

interface PlanFieldsProps {
  readonly draft: PlanDraft;
  readonly isNew: boolean;
  readonly currency: string;
  readonly parents: readonly RatePlan[];
  readonly faults: Faults;
  readonly set: (changed: Partial<PlanDraft>) => void;
}

type Texted = { [Key in keyof PlanDraft]: PlanDraft[Key] extends string ? Key : never }[keyof PlanDraft];

/** Value, fault and change of a text field. */
const inputOf =
  ({ draft, faults, set }: PlanFieldsProps) =>
  (name: Texted, pointer: string = name) => ({
    value: draft[name],
    fault: faults.at(`${PLAN_POINTER}/${pointer}`),
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });

export function PlanFields(props: PlanFieldsProps) {
  const { isNew } = props;
  const { prices: texts } = useTexts();
  const input = inputOf(props);
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
      <Terms {...props} />
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
  const input = inputOf(props);
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

function Terms(props: PlanFieldsProps) {
  const { prices: texts } = useTexts();
  const { data: policies = [] } = useQuery(policiesQuery);
  const input = inputOf(props);
  return (
    <div className={css.row}>
      <SelectField
        label={texts.policy}
        choices={[
          { value: '', label: texts.noPolicy },
          ...policies.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        {...input('policy', 'cancellationPolicyCode')}
      />
      <TextField
        label={texts.deposit}
        hint={texts.depositHint}
        inputMode="decimal"
        {...input('deposit', 'deposit/percentBps')}
      />
      {props.draft.deposit.trim() !== '' && (
        <TextField
          label={texts.balanceDays}
          inputMode="numeric"
          {...input('balanceDays', 'deposit/balanceDueDaysBefore')}
        />
      )}
    </div>
  );
}
