// Moves made on the board, by people and by the computer.

import type { Asker, Played, Question, Tried } from "./asker";
import type { Service } from "./data";
import { button, choice, element, group } from "./dom";
import type { Tool, View } from "./view";

const PERSON = "person", COMPUTER = "computer";

export class Play implements Tool {
  readonly root = group("Play");
  private readonly players = element("div");
  private readonly choices = element("div", { className: "choices" });
  private readonly stop: HTMLButtonElement;
  private readonly seconds: HTMLInputElement;
  private readonly by = new Map<string, string>();
  private strength: string;
  private game = "";
  private thinking = false;

  /** `isOn` says whether clicks play; dragging always does. */
  constructor(private readonly view: View, private readonly asker: Asker, service: Service, private readonly isOn: () => boolean) {
    this.strength = service.strengths[service.strengths.length - 1];
    this.seconds = element("input", {
      type: "number", min: "0.1", max: String(service.mostSeconds), step: "any", value: String(service.seconds), required: true,
    });
    this.stop = button("Move now", () => asker.stop?.(), { hidden: true });
    this.root.append(
      this.players,
      choice("Strength", service.strengths, this.strength, (word) => { this.strength = word; }),
      element("label", {}, "Seconds a move ", this.seconds),
      this.stop, this.choices);
  }

  get isBusy(): boolean { return this.thinking || this.moves(this.view.frame.turn); }

  moves(player: string): boolean { return this.by.get(player) === COMPUTER; }

  takes(from: string | null, to: string, dragged: boolean): boolean {
    const { view } = this, clicked = !dragged;
    if (from === null || from === to || view.frame.text === "" || (clicked && !this.isOn())) return false;
    if (clicked && view.frame.pieces[from] === undefined) return false;
    const own = view.frame.asked?.about[to]?.player;
    if (clicked && own !== undefined && own === view.frame.turn && own === view.frame.asked?.about[from]?.player) return false;
    view.chosen = from;
    void this.make({ ask: "play", chapter: view.chapter, at: view.at, from, to });
    return true;
  }

  shown(): void {
    const { view } = this;
    if (view.pages.game !== this.game) this.list();
    this.offer(view.frame.text === "" ? [] : view.frame.loose ?? []);
    this.value();
    if (!this.thinking && view.frame.text !== "" && !view.frame.outcome && this.moves(view.frame.turn)) void this.think();
  }

  /** List the players of the game. */
  private list(): void {
    this.game = this.view.pages.game;
    this.by.clear();
    this.players.replaceChildren(...this.view.game.players.map((player) =>
      choice(player, [PERSON, COMPUTER], PERSON, (word) => {
        this.by.set(player, word);
        this.view.show();
      })));
  }

  /** Offer moves that no two cells tell. */
  private offer(moves: string[]): void {
    const { chapter, at } = this.view;
    this.choices.replaceChildren(...moves.map((move) => button(move, () => this.make({ ask: "play", chapter, at, move }))));
  }

  /** Offer the moves of the chosen piece, or all, with what an endgame table says of them. */
  private value(): void {
    const { chapter, at, chosen, frame } = this.view;
    for (const { move, from, value } of frame.values ?? [])
      if (chosen === null || chosen === from) this.choices.append(button(`${move}: ${value}`, () => this.make({ ask: "play", chapter, at, move })));
  }

  private async make(question: Question): Promise<void> {
    try {
      const found = await this.asker.ask<Tried>(question);
      if (found.step) {
        this.view.played(found as Played);
        return;
      }
      this.view.draw();
      if (found.choices) {
        this.view.say(["Which of these moves?"]);
        this.offer(found.choices);
      } else this.view.say(found.lines ?? []);
    } catch (error) {
      this.view.fail(error);
    }
  }

  private async think(): Promise<void> {
    const { view } = this, { chapter, at } = view;
    if (!this.seconds.reportValidity()) return;
    this.thinking = true;
    this.stop.hidden = !this.asker.stop;
    view.say([`${view.frame.turn} is thinking`]);
    try {
      const seconds = this.seconds.valueAsNumber, strength = this.strength;
      const found = await this.asker.ask<Played>({ ask: "computer", chapter, at, seconds, strength });
      this.thinking = false;
      if (view.chapter !== chapter || view.at !== at) {
        view.show();
        return;
      }
      view.played(found);
      view.say([`${found.step.move}: ${found.written}`]);
    } catch (error) {
      this.by.clear();
      this.game = "";
      this.thinking = false;
      view.show();
      view.fail(error);
    } finally {
      this.stop.hidden = true;
    }
  }
}
