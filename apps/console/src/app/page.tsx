import { AppsPanel } from "../features/apps/panel.tsx";
import { ListStreamWord } from "../ui/list-stream-word.tsx";
import { PageFrame } from "../ui/page-frame.tsx";

export default function AppsPage() {
  return (
    <PageFrame bar={<ListStreamWord />}>
      <h1 className="sr-only">Apps</h1>
      <AppsPanel />
    </PageFrame>
  );
}
