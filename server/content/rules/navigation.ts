import { type Outcome, ok, refuse } from "../../outcome.ts";
import { lineFault } from "../../text-faults.ts";
import { linkFault } from "./link.ts";

/** A link of the header or the footer. */
export type NavigationLink = { name: string; href: string };
/** A column of the footer: `pages` lists all content pages after its own links. */
export type FooterColumn = { heading: string; links: NavigationLink[]; pages: boolean };

const most = { header: 12, columns: 6, links: 20 };
const longestName = 60;

/** The line that makes a column list all content pages. */
export const allPages = "* pages";

const nameAt = (line: number): string => `line ${line}`;

function readLink(text: string, line: number): Outcome<NavigationLink> {
  const at = text.lastIndexOf("|");
  const name = text.slice(0, at).trim();
  const href = text.slice(at + 1).trim();
  if (at < 0 || name === "")
    return refuse("invalid", `${nameAt(line)}: write a name, a bar, and an address: Seeds | /storefront/seeds/`);
  const fault = lineFault(name, longestName);
  if (fault) return refuse("invalid", `${nameAt(line)}: the name ${fault}`);
  const linked = linkFault(href);
  return linked ? refuse("invalid", `${nameAt(line)}: the address ${linked}`) : ok({ name, href });
}

/** The lines that are not empty, with their numbers from 1. */
const linesOf = (text: string): { text: string; line: number }[] =>
  text
    .split(/\r\n?|\n/)
    .map((line, at) => ({ text: line.trim(), line: at + 1 }))
    .filter((each) => each.text !== "");

/** Reads the header's links, one per line: `Name | address`. A refusal names the invalid line. */
export function readHeader(text: string): Outcome<NavigationLink[]> {
  const links: NavigationLink[] = [];
  for (const each of linesOf(text)) {
    const link = readLink(each.text, each.line);
    if (!link.ok) return link;
    links.push(link.value);
  }
  return links.length > most.header ? refuse("invalid", `The header can have up to ${most.header} links.`) : ok(links);
}

/**
 * Reads the footer's columns: a line without a bar is a heading, and the lines below are its links.
 */
export function readFooter(text: string): Outcome<FooterColumn[]> {
  const columns: FooterColumn[] = [];
  for (const { text: written, line } of linesOf(text)) {
    const column = columns.at(-1);
    const isLink = written.includes("|") || written === allPages;
    if (!isLink) {
      const fault = lineFault(written, longestName);
      if (fault) return refuse("invalid", `${nameAt(line)}: the heading ${fault}`);
      columns.push({ heading: written, links: [], pages: false });
      continue;
    }
    if (!column) return refuse("invalid", `${nameAt(line)}: begin with a heading, on a line of its own`);
    if (written === allPages) {
      column.pages = true;
      continue;
    }
    const link = readLink(written, line);
    if (!link.ok) return link;
    column.links.push(link.value);
    if (column.links.length > most.links) return refuse("invalid", `A column can have up to ${most.links} links.`);
  }
  return columns.length > most.columns ? refuse("invalid", `The footer can have up to ${most.columns} columns.`) : ok(columns);
}

const lineOf = ({ name, href }: NavigationLink): string => `${name} | ${href}`;

/** Writes the header as text that `readHeader` can read. */
export const writeHeader = (links: readonly NavigationLink[]): string => links.map(lineOf).join("\n");

/** Writes the footer as text that `readFooter` can read. */
export const writeFooter = (columns: readonly FooterColumn[]): string =>
  columns
    .map(({ heading, links, pages }) => [heading, ...links.map(lineOf), ...(pages ? [allPages] : [])].join("\n"))
    .join("\n\n");
