import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { lodging } from '../../api/lodging.ts';
import { taxRulesQuery } from '../../api/queries/terms.ts';
import { useSession } from '../../api/session.ts';
import { useWrite } from '../../api/use-write.ts';
import { separatorsOf } from '../../domain/amount-input.ts';
import { draftOfTax, emptyTax, readTax } from '../../domain/terms/tax-draft.ts';
import type { TaxRule, TaxRuleUpdate } from '../../domain/terms/tax-draft.ts';
import { useLanguage, useTexts } from '../../texts/use-texts.ts';
import { EditorActions, EditorDialog } from '../../ui/dialogs/editor-dialog.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { TaxFields } from './tax-fields.tsx';
import { TaxSummary } from './tax-summary.tsx';
import css from './terms.module.css';
import { useFaults } from '../../ui/faults/use-faults.ts';

interface TaxEditorProps {
  /** Undefined: a new one. */
  readonly rule?: TaxRule;
  readonly onSaved: (code: string) => void;
  readonly onClose: () => void;
}

/** Only the fields of the basis, beside what they say. */
export function TaxEditor({ rule, onSaved, onClose }: TaxEditorProps) {
  const { terms: texts } = useTexts();
  const { tenant } = useSession();
  const separators = separatorsOf(useLanguage());
  const [first] = useState(() =>
    rule === undefined
      ? emptyTax(tenant.defaultCurrency)
      : draftOfTax(rule, tenant.defaultCurrency, separators),
  );
  const [draft, setDraft] = useState(first);
  const save = useSave(rule, onSaved, onClose);
  const faults = useFaults(save.error);
  const read = readTax(draft, separators);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (read.ok) void save.run({ code: draft.code.trim(), rule: read.rule });
    faults.show(read.ok ? [] : read.faults);
  };
  return (
    <EditorDialog
      title={rule === undefined ? texts.addTax : texts.changeThis(rule.name)}
      isChanged={draft !== first}
      onClose={onClose}
    >
      {(close) => (
        <form className={css.editor} noValidate onSubmit={submit}>
          <div className={css.fields}>
            <TaxFields draft={draft} isNew={rule === undefined} faults={faults} onChange={setDraft} />
          </div>
          <TaxSummary rule={read.ok ? read.rule : null} />
          <div className={css.end}>
            <Refusal error={save.error} />
            <EditorActions isBusy={save.isBusy} close={close} />
          </div>
        </form>
      )}
    </EditorDialog>
  );
}

function useSave(rule: TaxRule | undefined, onSaved: (code: string) => void, onClose: () => void) {
  const { terms: texts } = useTexts();
  const client = useQueryClient();
  return useWrite(
    ({ code, rule: update }: { readonly code: string; readonly rule: TaxRuleUpdate }) =>
      lodging.taxRules.put(rule?.code ?? code, update),
    {
      says: ({ name }) => texts.savedPolicy(name),
      after: async ({ code }) => {
        onSaved(code);
        await client.invalidateQueries({ queryKey: taxRulesQuery.queryKey });
        onClose();
      },
    },
  );
}
