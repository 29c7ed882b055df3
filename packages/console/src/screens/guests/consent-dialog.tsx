import type { Guest } from '@lodging/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { now } from '../../api/clock.ts';
import { lodging } from '../../api/lodging.ts';
import { GUESTS, guestQuery } from '../../api/queries/guests.ts';
import { useWrite } from '../../api/use-write.ts';
import { useFieldFaults } from '../../ui/faults/use-field-faults.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { RadioGroup, TextField } from '../../ui/fields/field.tsx';

/** Records what the guest has agreed to, or has withdrawn, now. */
export function ConsentDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { guests: texts, common } = useTexts();
  const [purpose, setPurpose] = useState('');
  const [given, setGiven] = useState('yes');
  const [source, setSource] = useState('');
  const write = useConsent(id, onClose);
  const faults = useFieldFaults(write.error);
  return (
    <FormDialog
      title={texts.recordConsent}
      confirm={texts.recordConsent}
      error={write.error}
      isBusy={write.isBusy}
      onSubmit={() => write.run({ purpose: purpose.trim(), given: given === 'yes', source: source.trim() })}
      onClose={onClose}
    >
      <TextField
        label={texts.purpose}
        hint={texts.purposeHint}
        maxLength={100}
        value={purpose}
        fault={faults.get('purpose')}
        onChange={({ target }) => setPurpose(target.value)}
      />
      <RadioGroup
        label={texts.given}
        choices={[
          { value: 'yes', label: common.yes },
          { value: 'no', label: common.no },
        ]}
        value={given}
        onChange={setGiven}
      />
      <TextField
        label={texts.consentSource}
        hint={texts.sourceHint}
        maxLength={200}
        value={source}
        fault={faults.get('source')}
        onChange={({ target }) => setSource(target.value)}
      />
    </FormDialog>
  );
}

function useConsent(id: string, onClose: () => void) {
  const { guests: texts } = useTexts();
  const client = useQueryClient();
  // The same for each try: an answer that was lost is known again by it.
  const [at] = useState(() => new Date(now()).toISOString());
  return useWrite(
    async (consent: Omit<Guest['consents'][number], 'at'>) => {
      // The list is replaced as a whole, so that it is read just before.
      const guest = await lodging.guests.get(id);
      if (guest.consents.some((one) => one.at === at && one.purpose === consent.purpose)) return guest;
      return lodging.guests.update(id, { consents: [...guest.consents, { ...consent, at }] });
    },
    {
      says: () => texts.consentRecorded,
      after: async (changed) => {
        client.setQueryData(guestQuery(id).queryKey, changed);
        onClose();
        await client.invalidateQueries({ queryKey: GUESTS });
      },
    },
  );
}
