import type { components } from '@lodging/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { codeOf, lodging } from '../../api/lodging.ts';
import { mailTemplateQuery } from '../../api/queries/mails.ts';
import { useWrite } from '../../api/use-write.ts';
import { useFieldFaults } from '../../ui/faults/use-field-faults.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import css from './settings.module.css';

export type Template = components['schemas']['MailTemplate'];
type Part = 'subject' | 'text' | 'html';

interface TemplateFormProps {
  readonly template: Template;
  /** Whether something is typed that is not saved. */
  readonly onEdit: (isEdited: boolean) => void;
}

export function TemplateForm({ template, onEdit }: TemplateFormProps) {
  const { settings: texts, common } = useTexts();
  const { draft, edit, save, remove, isChanged } = useTemplate(template, onEdit);
  const faults = useFieldFaults(save.error);
  const input = (part: Part) => ({
    value: draft[part],
    fault: faults.get(part),
    spellCheck: true,
    onChange: ({ target }: { target: { value: string } }) => edit({ [part]: target.value }),
  });
  return (
    <form
      className={css.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save.run(draft);
      }}
    >
      <p className="quiet small">{texts.templateHint}</p>
      <TextField label={texts.subject} maxLength={200} {...input('subject')} />
      <TextArea label={texts.text} rows={10} className={css.code} {...input('text')} />
      <TextArea label={texts.html} hint={texts.htmlHint} rows={6} className={css.code} {...input('html')} />
      <Refusal error={save.error} onTryAgain={() => save.run(draft)} isBusy={save.isBusy}>
        <TemplateFault error={save.error} />
      </Refusal>
      <Refusal error={remove.error} />
      <div className={css.buttons}>
        <Button
          type="submit"
          kind={isChanged ? 'accent' : 'plain'}
          isBusy={save.isBusy}
          disabled={!isChanged}
        >
          {common.save}
        </Button>
        {template.custom && (
          <Button isBusy={remove.isBusy} onPress={() => remove.run(undefined)}>
            {texts.backToBuiltIn}
          </Button>
        )}
      </div>
    </form>
  );
}

/** What a refused template has beside its code; `line` is null where it is the template as a whole. */
interface Fault {
  readonly part: string;
  readonly line: number | null;
  readonly reason: string;
}

/** Where the fault of a refused template is. */
function TemplateFault({ error }: { readonly error: unknown }) {
  const { settings: texts } = useTexts();
  if (codeOf(error) !== 'template_invalid') return null;
  const { part = '', line = null, reason = '' } = error as Partial<Fault>;
  return <p>{texts.templateFault({ part, line, reason })}</p>;
}

function useTemplate(template: Template, onEdit: TemplateFormProps['onEdit']) {
  const { settings: texts } = useTexts();
  const client = useQueryClient();
  const { type, language } = template;
  const { queryKey } = mailTemplateQuery(type, language);
  const first = { subject: template.subject, text: template.text, html: template.html ?? '' };
  const [draft, setDraft] = useState(first);
  const save = useWrite(
    ({ html, ...parts }: typeof first) =>
      lodging.mailTemplates.put(type, language, { ...parts, ...(html.trim() !== '' && { html }) }),
    {
      says: () => texts.templateSaved,
      after: (saved) => {
        client.setQueryData(queryKey, saved);
        onEdit(false);
      },
    },
  );
  const remove = useWrite(() => lodging.mailTemplates.delete(type, language), {
    says: () => texts.templateRemoved,
    after: async () => {
      await client.invalidateQueries({ queryKey });
      onEdit(false);
    },
  });
  return {
    draft,
    edit: (changed: Partial<typeof first>) => {
      const next = { ...draft, ...changed };
      setDraft(next);
      onEdit(differs(next, first));
    },
    save,
    remove,
    isChanged: differs(draft, first),
  };
}

const differs = (one: object, other: object): boolean => JSON.stringify(one) !== JSON.stringify(other);
