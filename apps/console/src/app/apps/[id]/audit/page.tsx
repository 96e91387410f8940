import { ToldParts } from "../../../../features/app/told-parts.tsx";
import { LifecyclePanel } from "../../../../features/audit/lifecycle-panel.tsx";
import { AuditPanel } from "../../../../features/audit/panel.tsx";
import { appPage } from "../app-page.ts";

export const generateMetadata = appPage("Audit");

export default function AuditPage() {
  return (
    <ToldParts>
      <AuditPanel />
      <LifecyclePanel />
    </ToldParts>
  );
}
