import { Outlet, createBrowserRouter } from 'react-router';
import { openAdministrationTexts } from '../../shared/i18n/console-texts.ts';
import { Crashed, NotFound } from '../../shared/failures/failures.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { SignedIn } from '../../shared/shell/signed-in.tsx';

/** Its texts come beside the page, and both are there when it is shown. */
async function withAdministrationTexts(): Promise<null> {
  await openAdministrationTexts();
  return null;
}

/** Every page of the console. The first script has the frame; each page comes when it is opened. */
export function createRouter() {
  return createBrowserRouter([
    {
      // Nothing while the first page loads: a frame that is replaced at once would only flicker.
      HydrateFallback: () => null,
      ErrorBoundary: Crashed,
      Component: Outlet,
      children: [
        {
          path: '/sign-in',
          lazy: async () => ({ Component: (await import('../../shared/door/sign-in.tsx')).SignIn }),
        },
        {
          path: '/enrol',
          lazy: async () => ({ Component: (await import('../../shared/door/enrol.tsx')).Enrol }),
        },
        {
          path: '/set-up',
          lazy: async () => ({ Component: (await import('../../shared/door/set-up.tsx')).SetUp }),
        },
        {
          Component: () => (
            <SignedIn>
              <Shell />
            </SignedIn>
          ),
          children: [
            {
              ErrorBoundary: Crashed,
              children: [
                {
                  index: true,
                  lazy: async () => ({
                    Component: (await import('../features/overview/overview.tsx')).Overview,
                  }),
                },
                {
                  path: '/deposits/:id?',
                  lazy: async () => ({
                    Component: (await import('../features/deposits/deposits.tsx')).Deposits,
                  }),
                },
                {
                  path: '/withdrawals/:id?',
                  lazy: async () => ({
                    Component: (await import('../features/withdrawals/withdrawals.tsx')).Withdrawals,
                  }),
                },
                {
                  path: '/waiting/:id?',
                  lazy: async () => ({
                    Component: (await import('../features/waiting-players/waiting-players.tsx'))
                      .WaitingPlayers,
                  }),
                },
                {
                  path: '/undelivered/:id?',
                  lazy: async () => ({
                    Component: (await import('../features/undelivered/undelivered.tsx')).Undelivered,
                  }),
                },
                {
                  loader: withAdministrationTexts,
                  children: [
                    {
                      path: '/requests/:id?',
                      lazy: async () => ({
                        Component: (await import('../features/requests/requests.tsx')).Requests,
                      }),
                    },
                    {
                      path: '/partners',
                      lazy: async () => ({
                        Component: (await import('../features/partners/partners.tsx')).Partners,
                      }),
                    },
                    {
                      path: '/partners/:id/:tab?',
                      lazy: async () => ({
                        Component: (await import('../features/partners/partner-page.tsx')).PartnerPage,
                      }),
                    },
                    {
                      path: '/bank-accounts',
                      lazy: async () => ({
                        Component: (await import('../features/bank-accounts/bank-accounts.tsx')).BankAccounts,
                      }),
                    },
                    {
                      path: '/bank-accounts/:id',
                      lazy: async () => ({
                        Component: (await import('../features/bank-accounts/bank-account-page.tsx'))
                          .BankAccountPage,
                      }),
                    },
                    {
                      path: '/settings/:tab?',
                      lazy: async () => ({
                        Component: (await import('../features/settings/settings.tsx')).Settings,
                      }),
                    },
                    {
                      path: '/blocks/:id?',
                      lazy: async () => ({
                        Component: (await import('../features/blocks/blocks.tsx')).Blocks,
                      }),
                    },
                    {
                      path: '/staff',
                      lazy: async () => ({ Component: (await import('../features/staff/staff.tsx')).Staff }),
                    },
                    {
                      path: '/staff/:id',
                      lazy: async () => ({
                        Component: (await import('../features/staff/person-page.tsx')).PersonPage,
                      }),
                    },
                    {
                      path: '/audit/:no?',
                      lazy: async () => ({ Component: (await import('../features/audit/audit.tsx')).Audit }),
                    },
                    {
                      path: '/parts',
                      lazy: async () => ({ Component: (await import('../features/parts/parts.tsx')).Parts }),
                    },
                  ],
                },
                {
                  path: '/profile',
                  lazy: async () => ({
                    Component: (await import('../../shared/profile/profile.tsx')).Profile,
                  }),
                },
                {
                  path: '/sessions',
                  lazy: async () => ({
                    Component: (await import('../../shared/sessions/sessions.tsx')).Sessions,
                  }),
                },
                { path: '*', Component: NotFound },
              ],
            },
          ],
        },
      ],
    },
  ]);
}
