import { lazy, Suspense, useState } from "react";
import type { ChartsProps } from "./charts.props.ts";

const Chart = lazy(() => import("./chart.tsx"));

export default function Charts({ title, isShown: isShownFirst }: ChartsProps) {
  const [isShown, setShown] = useState(isShownFirst);
  const [text, setText] = useState("");
  const sum = async () => {
    const { total } = await import("./total.ts");
    setText(total(10));
  };
  return (
    <section>
      <button type="button" onClick={() => setShown(true)}>
        Show
      </button>
      <button type="button" onClick={() => void sum().catch(() => setText("Try again"))}>
        Sum
      </button>
      <output>{text}</output>
      {isShown && (
        <Suspense fallback={<p>Loading</p>}>
          <Chart title={title} />
        </Suspense>
      )}
    </section>
  );
}
