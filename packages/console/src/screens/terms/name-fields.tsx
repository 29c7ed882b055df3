import { useTexts } from '../../texts/use-texts.ts';
import { TextField } from '../../ui/fields/field.tsx';
import css from './terms.module.css';
import type { Faults } from '../../ui/faults/use-faults.ts';

interface NameFieldsProps {
  readonly draft: { readonly code: string; readonly name: string };
  /** The code of what exists stays as it is. */
  readonly isNew: boolean;
  readonly faults: Faults;
  readonly set: (changed: { code?: string; name?: string }) => void;
}

export function NameFields({ draft, isNew, faults, set }: NameFieldsProps) {
  const { terms: texts } = useTexts();
  return (
    <div className={css.row}>
      <TextField
        label={texts.code}
        hint={isNew ? texts.codeHint : undefined}
        readOnly={!isNew}
        data-autofocus={isNew || undefined}
        value={draft.code}
        fault={faults.at('/code')}
        onChange={({ target }) => set({ code: target.value })}
      />
      <TextField
        label={texts.name}
        data-autofocus={!isNew || undefined}
        value={draft.name}
        fault={faults.at('/name')}
        onChange={({ target }) => set({ name: target.value })}
      />
    </div>
  );
}
