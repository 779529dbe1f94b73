import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo } from 'react';
import { RouterProvider } from 'react-router/dom';
import { KeyProvider } from '../shared/keys/use-keys.tsx';
import { colorSchemeManager } from '../shared/theme/color-scheme.ts';
import { cssVariablesResolver, theme } from '../shared/theme/theme.ts';
import { ToastProvider } from '../shared/ui/toast.tsx';
import { createConsoleClient } from './features/session/console-client.ts';
import { StepUpProvider } from './features/session/step-up.tsx';
import { createRouter } from './routes/router.tsx';

export function App({ nonce }: { nonce: string }) {
  const client = useMemo(() => createConsoleClient(), []);
  const router = useMemo(() => createRouter(), []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={client}>
        <KeyProvider>
          <ToastProvider>
            <StepUpProvider>
              <RouterProvider router={router} />
            </StepUpProvider>
          </ToastProvider>
        </KeyProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
