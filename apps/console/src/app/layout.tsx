import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { readTimePreference, timeCookie } from "../lib/format/time-preference.ts";
import { LiveProvider } from "../live/live-provider.tsx";
import { TrpcProvider } from "../trpc/provider.tsx";
import { keysCookie } from "../ui/command-keys.ts";
import { StyleNonce } from "../ui/style-nonce.tsx";
import { readTheme, themeCookie } from "../ui/theme.ts";
import { TimesProvider } from "../ui/times-provider.tsx";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Apps · StoatFlow", template: "%s · StoatFlow" },
  description: "Event time, late records and pauses of running stream processors.",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

/** Reading the request makes every page dynamic, as the nonce of the content security policy demands. */
export default async function Layout({ children }: { readonly children: ReactNode }) {
  const [cookieJar, requestHeaders] = await Promise.all([cookies(), headers()]);
  const theme = readTheme(cookieJar.get(themeCookie)?.value);
  return (
    <html
      lang="en"
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      {...(theme === "system" ? {} : { "data-theme": theme })}
      data-keys={cookieJar.get(keysCookie)?.value === "off" ? "off" : "on"}
    >
      <body>
        <a
          href="#main"
          className="fixed top-2 left-2 z-50 -translate-y-16 rounded-6 bg-ink px-3 py-2 text-bg focus:translate-y-0"
        >
          Skip to the content
        </a>
        <StyleNonce nonce={requestHeaders.get("x-nonce") ?? undefined} />
        <NuqsAdapter>
          <TimesProvider initial={readTimePreference(cookieJar.get(timeCookie)?.value)}>
            <TrpcProvider>
              <LiveProvider>{children}</LiveProvider>
            </TrpcProvider>
          </TimesProvider>
        </NuqsAdapter>
      </body>
    </html>
  );
}
