import { AboutPanel } from "../../../features/app/about.tsx";
import { Headline } from "../../../features/app/headline.tsx";
import { ToldParts } from "../../../features/app/told-parts.tsx";
import { EndedPauses } from "../../../features/control/ended-pauses.tsx";
import { DiagnosisPanel } from "../../../features/diagnosis/panel.tsx";
import { FindingsPanel } from "../../../features/findings/panel.tsx";
import { WatermarksPanel } from "../../../features/watermarks/panel.tsx";
import { appPage } from "./app-page.ts";

export const generateMetadata = appPage();

export default function OverviewPage() {
  return (
    <ToldParts>
      <EndedPauses />
      <Headline />
      <FindingsPanel />
      <WatermarksPanel />
      <DiagnosisPanel />
      <AboutPanel />
    </ToldParts>
  );
}
