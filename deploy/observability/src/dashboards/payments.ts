import type { Dashboard } from './dashboard.ts';
import { grown } from './grown.ts';
import { above, figure, lines, logLines } from './panel.ts';

const CALLS = 'http_client_request_duration_seconds';

export const payments: Dashboard = {
  uid: 'lodging-payments',
  title: 'Lodging: payments',
  description:
    'The payment provider as we call it and as it calls us; money that came late, and money that goes back.',
  variables: [],
  rows: [
    {
      title: 'Now',
      panels: [
        figure(
          'Provider calls failing',
          'percentunit',
          'Of the last five minutes. From 20 % somebody is called.',
          `(sum(rate(${CALLS}_count{lodging_peer="provider", error_type!=""}[5m])) or vector(0)) / sum(rate(${CALLS}_count{lodging_peer="provider"}[5m]))`,
          { thresholds: above(0.05, 0.2), decimals: 1 },
        ),
        figure(
          'Notifications waiting',
          'none',
          'Stored and not yet applied. One about a payment we do not know is tried for a day.',
          'max(lodging_provider_notifications_waiting)',
          { thresholds: above(5, 20) },
        ),
        figure(
          'Oldest of them',
          's',
          'How long it has waited.',
          'max(lodging_provider_notifications_lag_seconds)',
          { thresholds: above(60, 300) },
        ),
        figure(
          'Parked, 24 h',
          'none',
          'Signed by the provider and not believed. Each wants a person.',
          `sum(${grown('lodging_provider_notifications_settled_total{lodging_outcome="parked"}', '24h')}) or vector(0)`,
          { thresholds: above(1, 1), decimals: 0 },
        ),
        figure(
          'Late payments, 24 h',
          'none',
          'Money that landed after its hold had ended.',
          `sum(${grown('lodging_payments_late_total', '24h')}) or vector(0)`,
          { thresholds: above(1, 10), decimals: 0 },
        ),
        figure(
          'Refunds owed, 24 h',
          'none',
          'Automatic refunds the provider refused. That money is a guest’s.',
          `sum(${grown('lodging_refunds_refused_total{lodging_reason="owed"}', '24h')}) or vector(0)`,
          { thresholds: above(1, 1), decimals: 0 },
        ),
      ],
    },
    {
      title: 'We call the provider',
      panels: [
        lines(
          'Calls',
          'reqps',
          'By answer. 402 is a declined card and no fault of ours.',
          [
            [
              `sum by (http_request_method, http_response_status_code) (rate(${CALLS}_count{lodging_peer="provider"}[$__rate_interval]))`,
              '{{http_request_method}} {{http_response_status_code}}',
            ],
          ],
          { stacked: true },
        ),
        lines('Failures', 'reqps', 'No answer, or a status of 500 and more.', [
          [
            `sum by (error_type) (rate(${CALLS}_count{lodging_peer="provider", error_type!=""}[$__rate_interval]))`,
            '{{error_type}}',
          ],
        ]),
        lines(
          'Duration',
          's',
          'One try, as the provider takes for it. We give up after 10 s.',
          [
            [
              `histogram_quantile(0.5, sum by (le) (rate(${CALLS}_bucket{lodging_peer="provider"}[$__rate_interval])))`,
              'half of them',
            ],
            [
              `histogram_quantile(0.95, sum by (le) (rate(${CALLS}_bucket{lodging_peer="provider"}[$__rate_interval])))`,
              '95 %',
            ],
          ],
          { thresholds: above(2, 7) },
        ),
      ],
    },
    {
      title: 'The provider calls us',
      panels: [
        lines(
          'Notifications received',
          'ops',
          'rejected ones had a bad signature; failed ones could not be stored, and the provider sends them again.',
          [
            [
              'sum by (lodging_outcome) (rate(lodging_provider_notifications_received_total[$__rate_interval]))',
              '{{lodging_outcome}}',
            ],
          ],
          { stacked: true },
        ),
        lines(
          'Notifications settled',
          'ops',
          'later ones are tried again; parked ones wait for a person.',
          [
            [
              'sum by (lodging_outcome) (rate(lodging_provider_notifications_settled_total[$__rate_interval]))',
              '{{lodging_outcome}}',
            ],
          ],
          { stacked: true },
        ),
        lines(
          'Age of the oldest waiting',
          's',
          'One alone may be about a payment of somebody else’s; many are a stop.',
          [['max(lodging_provider_notifications_lag_seconds)', 'oldest']],
          { thresholds: above(60, 300) },
        ),
        lines(
          'Asked by ourselves',
          'ops',
          'Quiet payments and refunds that the reconciler asked about. More than usual: notifications are missing.',
          [
            [
              'sum by (lodging_outcome) (rate(lodging_reconciler_finds_total[$__rate_interval]))',
              '{{lodging_outcome}}',
            ],
          ],
        ),
        lines('Payments ended', 'ops', 'What the other services were told: paid, or failed.', [
          [
            'sum by (messaging_destination_name) (rate(messaging_client_sent_messages_total{messaging_destination_name=~"evt.payments.v1.payment.+"}[$__rate_interval]))',
            '{{messaging_destination_name}}',
          ],
        ]),
        lines('Opening a payment', 's', 'How long a client waits for an intent or a page, 95 %.', [
          [
            'histogram_quantile(0.95, sum by (le, rpc_method) (rate(rpc_server_call_duration_seconds_bucket{rpc_method=~"rpc.payments.v1.open-.+"}[$__rate_interval])))',
            '{{rpc_method}}',
          ],
        ]),
      ],
    },
    {
      title: 'Money back',
      panels: [
        figure(
          'Oldest refund not sent',
          's',
          'Decided when a hold ended, and not recorded by payments yet. A quarter of an hour is an alert.',
          'max(lodging_refunds_oldest_owed_age_seconds)',
          { thresholds: above(60, 900) },
        ),
        figure(
          'Oldest refund on its way',
          's',
          'Cards take seconds. Three hours are an alert.',
          'max(lodging_refunds_oldest_pending_age_seconds)',
          { thresholds: above(600, 10800) },
        ),
        lines(
          'Refunds',
          'ops',
          'By reason: asked for by an operator, after a late payment, after a cancellation, or made in the provider’s dashboard.',
          [
            [
              'sum by (lodging_reason) (rate(lodging_refunds_created_total[$__rate_interval]))',
              '{{lodging_reason}}',
            ],
          ],
        ),
        lines('Refunds refused', 'ops', 'owed ones are automatic and are asked for again each hour.', [
          [
            'sum by (lodging_reason) (rate(lodging_refunds_refused_total[$__rate_interval]))',
            '{{lodging_reason}}',
          ],
        ]),
        lines(
          'Late payments',
          'ops',
          'confirmed where the units were still free, refunded where they were not.',
          [
            [
              'sum by (lodging_outcome) (rate(lodging_payments_late_total[$__rate_interval]))',
              '{{lodging_outcome}}',
            ],
          ],
        ),
      ],
    },
    {
      title: 'Logs',
      panels: [
        logLines(
          'Alarms of payments',
          'What the service marks as a matter for a person: parked, failed, refused.',
          '{service_name="payments"} | metric=~"payments[.].+"',
        ),
      ],
    },
  ],
};
