import express from "express";
import { openIslands, serveFiles } from "server-islands/server";

const islands = await openIslands("dist", { production: true });
const app = express();
app.use(serveFiles("dist"));

app.get("/", (_req, res) => {
  const page = islands.openPage();
  const bell = islands.render("stock-bell", { label: "Presses" }, { on: "visible" }, page);
  res.send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Islands in Express</title>${islands.moduleHead(page)}</head>
<body><h1>Islands in Express</h1>${bell}</body>
</html>`);
});

const port = Number(process.env.PORT ?? 8080);
const server = app.listen(port, () => {
  const address = server.address();
  console.log(`http://localhost:${typeof address === "object" ? address?.port : port}/`);
});
