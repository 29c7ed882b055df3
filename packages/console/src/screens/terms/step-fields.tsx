import type { StepDraft } from '../../domain/terms/policy-draft.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { PenaltyFields } from './penalty-fields.tsx';
import css from './terms.module.css';
import type { Faults } from '../../ui/faults/use-faults.ts';

interface StepFieldsProps {
  readonly index: number;
  readonly step: StepDraft;
  readonly faults: Faults;
  readonly onChange: (step: StepDraft) => void;
  readonly onRemove: () => void;
}

/** Until so long before the arrival, so much is kept. */
export function StepFields({ index, step, faults, onChange, onRemove }: StepFieldsProps) {
  const { terms: texts } = useTexts();
  const number = index + 1;
  return (
    <fieldset className={css.group}>
      <legend>{texts.stepNumber(number)}</legend>
      <TextField
        label={texts.until}
        type="number"
        min={1}
        value={step.count}
        fault={faults.at(`/steps/${index}/before/count`)}
        onChange={({ target }) => onChange({ ...step, count: target.value })}
      />
      <SelectField
        label={texts.unit}
        choices={(['days', 'hours'] as const).map((value) => ({ value, label: texts.units[value] }))}
        value={step.unit}
        onChange={({ target }) => onChange({ ...step, unit: target.value as StepDraft['unit'] })}
      />
      <PenaltyFields
        penalty={step.penalty}
        pointer={`/steps/${index}/penalty`}
        faultAt={faults.at}
        onChange={(penalty) => onChange({ ...step, penalty })}
      />
      <Button kind="quiet" className={css.remove} onPress={onRemove}>
        {texts.removeStep(number)}
      </Button>
    </fieldset>
  );
}
