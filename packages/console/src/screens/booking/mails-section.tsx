import type { components } from '@lodging/client';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { announce } from '../../api/messages.ts';
import { lodging } from '../../api/lodging.ts';
import { useMay } from '../../api/permissions.ts';
import { mailsQuery } from '../../api/queries/booking.ts';
import { useWrite } from '../../api/use-write.ts';
import { useRead } from '../../api/use-read.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { Moment } from '../../ui/when.tsx';
import type { Stay } from './stay.ts';

type Mail = components['schemas']['GuestMail'];

export function MailsSection({ booking, timeZone }: Stay) {
  const { booking: texts } = useTexts();
  const may = useMay();
  const client = useQueryClient();
  const { data, error, refetch } = useRead(mailsQuery(booking.id));
  const again = useWrite((type: Mail['kind']) => lodging.bookings.sendMail(booking.id, { type }), {
    says: () => texts.mailSent,
    after: () => client.invalidateQueries({ queryKey: mailsQuery(booking.id).queryKey }),
  });
  // Each kind once: it is sent as it would be now.
  const kinds = [...new Set(data?.map(({ kind }) => kind))];
  return (
    <Section
      title={texts.mails}
      className="screen-only"
      actions={may('book') && <GuestLinks id={booking.id} />}
    >
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton rows={2} />}
      {data?.length === 0 && (
        <p className="quiet">
          {texts.noMails}{' '}
          {may('operate') && (
            <Link to="/settings" search={{ tab: 'mails' }}>
              {texts.mailSettings}
            </Link>
          )}
        </p>
      )}
      {data && data.length > 0 && <Mails mails={data} timeZone={timeZone} />}
      <Refusal error={again.error} />
      {may('book') &&
        kinds.map((kind) => (
          <Button key={kind} kind="quiet" isBusy={again.isBusy} onPress={() => again.run(kind)}>
            {texts.sendAgain(texts.mailKinds[kind] ?? kind)}
          </Button>
        ))}
    </Section>
  );
}

function Mails({ mails, timeZone }: { readonly mails: readonly Mail[]; readonly timeZone: string }) {
  const { booking: texts } = useTexts();
  return (
    <Table label={texts.mails} columns={[texts.what, texts.state, texts.when]}>
      {mails.map(({ id, kind, state, reason, createdAt }) => (
        <tr key={id}>
          <td>{texts.mailKinds[kind] ?? kind}</td>
          <td>
            {texts.mailStates[state] ?? state}
            {reason !== null && <span className="quiet"> {texts.mailReasons[reason] ?? reason}</span>}
          </td>
          <td>
            <Moment at={createdAt} timeZone={timeZone} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** The link goes to the clipboard alone: its owner manages the booking. */
function GuestLinks({ id }: { readonly id: string }) {
  const { booking: texts, common } = useTexts();
  const copy = useWrite(async () => {
    const { url } = await lodging.bookings.createGuestLink(id);
    if (url === null) announce(texts.noGuestLink);
    else announce((await copyText(url)) ? texts.guestLinkCopied : common.notCopied);
  });
  const end = useWrite(() => lodging.bookings.endGuestLinks(id), { says: () => texts.guestLinksEnded });
  return (
    <>
      <Button isBusy={copy.isBusy} onPress={() => copy.run(undefined)}>
        {texts.guestLink}
      </Button>
      <Button kind="quiet" isBusy={end.isBusy} onPress={() => end.run(undefined)}>
        {texts.endGuestLinks}
      </Button>
      <Refusal error={copy.error ?? end.error} />
    </>
  );
}
