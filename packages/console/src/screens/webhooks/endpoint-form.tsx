import { useState } from 'react';
import { EVENT_TYPES } from '../../api/event-types.ts';
import type { EventType } from '../../api/event-types.ts';
import { useFieldFaults } from '../../ui/faults/use-field-faults.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { CheckGroup, TextField } from '../../ui/fields/field.tsx';

export interface EndpointFields {
  readonly url: string;
  readonly eventTypes: EventType[];
}

interface EndpointFormProps {
  readonly title: string;
  readonly confirm: string;
  readonly initial: EndpointFields;
  readonly write: {
    readonly run: (fields: EndpointFields) => unknown;
    readonly isBusy: boolean;
    readonly error: unknown;
  };
  readonly onClose: () => void;
}

/** The address of an endpoint, and the types of events that it is sent. */
export function EndpointForm({ title, confirm, initial, write, onClose }: EndpointFormProps) {
  const { webhooks: texts } = useTexts();
  const [url, setUrl] = useState(initial.url);
  const [types, setTypes] = useState<string[]>(initial.eventTypes);
  const submit = () => write.run({ url: url.trim(), eventTypes: types as EventType[] });
  const faults = useFieldFaults(write.error);
  return (
    <FormDialog
      title={title}
      confirm={confirm}
      error={write.error}
      isBusy={write.isBusy}
      isWide
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={texts.address}
        type="url"
        value={url}
        fault={faults.get('url')}
        onChange={({ target }) => setUrl(target.value)}
      />
      <CheckGroup
        label={texts.types}
        choices={EVENT_TYPES.map((value) => ({ value, label: value }))}
        values={types}
        onChange={setTypes}
      />
    </FormDialog>
  );
}
