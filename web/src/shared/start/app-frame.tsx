import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ComponentProps } from 'react';
import { RouterProvider } from 'react-router/dom';
import { KeyProvider } from '../keys/use-keys.tsx';
import { createSessionClient } from '../session/session-client.ts';
import { SignInPlaceContext } from '../session/sign-in-place.ts';
import type { SignInPlace } from '../session/sign-in-place.ts';
import { StepUpProvider } from '../session/step-up.tsx';
import { colorSchemeManager } from '../theme/color-scheme.ts';
import { cssVariablesResolver, theme } from '../theme/theme.ts';
import { ToastProvider } from '../ui/toast.tsx';

/** What is around every page of a place: its look, its calls, its keys, and who is asked to prove that it is them. */
export function AppFrame({
  nonce,
  place,
  createRouter,
}: {
  nonce: string;
  place: SignInPlace;
  createRouter: () => ComponentProps<typeof RouterProvider>['router'];
}) {
  const client = useMemo(() => createSessionClient(), []);
  const router = useMemo(() => createRouter(), [createRouter]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={client}>
        <SignInPlaceContext value={place}>
          <KeyProvider>
            <ToastProvider>
              <StepUpProvider>
                <RouterProvider router={router} />
              </StepUpProvider>
            </ToastProvider>
          </KeyProvider>
        </SignInPlaceContext>
      </QueryClientProvider>
    </MantineProvider>
  );
}
