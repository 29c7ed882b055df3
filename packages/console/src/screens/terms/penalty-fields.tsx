import { useSession } from '../../api/session.ts';
import type { PenaltyDraft } from '../../domain/terms/policy-draft.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { SelectField, TextField } from '../../ui/fields/field.tsx';

interface PenaltyFieldsProps {
  readonly penalty: PenaltyDraft;
  /** As the API points to it. */
  readonly pointer: string;
  readonly faultAt: (pointer: string) => string | undefined;
  readonly onChange: (penalty: PenaltyDraft) => void;
}

const KINDS = ['none', 'percent', 'nights', 'fixed'] as const;
const SHARES = ['accommodation', 'total'] as const;

/** What is kept; only the fields of its kind. */
export function PenaltyFields({ penalty, pointer, faultAt, onChange }: PenaltyFieldsProps) {
  const { terms: texts } = useTexts();
  const { tenant } = useSession();
  const set = (changed: Partial<PenaltyDraft>): void => onChange({ ...penalty, ...changed });
  return (
    <>
      <SelectField
        label={texts.penalty}
        choices={KINDS.map((value) => ({ value, label: texts.penalties[value] }))}
        value={penalty.kind}
        fault={faultAt(`${pointer}/kind`)}
        onChange={({ target }) => set({ kind: target.value as PenaltyDraft['kind'] })}
      />
      {penalty.kind === 'percent' && <Share penalty={penalty} fault={faultAt(`${pointer}/bps`)} set={set} />}
      {penalty.kind === 'nights' && (
        <TextField
          label={texts.nights}
          type="number"
          min={1}
          value={penalty.nights}
          fault={faultAt(`${pointer}/count`)}
          onChange={({ target }) => set({ nights: target.value })}
        />
      )}
      {penalty.kind === 'fixed' && (
        <TextField
          label={texts.amount}
          inputMode="decimal"
          hint={penalty.currency || tenant.defaultCurrency}
          value={penalty.amount}
          fault={faultAt(`${pointer}/amountMinorUnits`) ?? faultAt(`${pointer}/currency`)}
          onChange={({ target }) => set({ amount: target.value })}
        />
      )}
    </>
  );
}

interface ShareProps {
  readonly penalty: PenaltyDraft;
  readonly fault: string | undefined;
  readonly set: (changed: Partial<PenaltyDraft>) => void;
}

function Share({ penalty, fault, set }: ShareProps) {
  const { terms: texts } = useTexts();
  return (
    <>
      <TextField
        label={texts.percent}
        inputMode="decimal"
        value={penalty.percent}
        fault={fault}
        onChange={({ target }) => set({ percent: target.value })}
      />
      <SelectField
        label={texts.of}
        choices={SHARES.map((value) => ({ value, label: texts.ofs[value] }))}
        value={penalty.of}
        onChange={({ target }) => set({ of: target.value as PenaltyDraft['of'] })}
      />
    </>
  );
}
