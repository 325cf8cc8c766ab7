// The board as a stack of levels that one can turn, by three.js.

import {
  AmbientLight, BufferGeometry, CanvasTexture, Color, DoubleSide, Group, InstancedMesh, LineBasicMaterial, LineSegments, MathUtils, Matrix4, MeshBasicMaterial, PerspectiveCamera,
  Raycaster, Scene, Shape, ShapeGeometry, Sprite, SpriteMaterial, Vector2, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { address } from "./board";
import { type Frame, type Game, geometry } from "./data";
import { markOf } from "./words";

const COLOURS: Record<string, string> = {
  chosen: "#f2c230", reached: "#3fa34d", captures: "#d64545", guarded: "#5b8def", shadowed: "#8a6fb0", attacker: "#d64545",
  blocked: "#8a6fb0", last: "#e6b95c",
};
const GROUNDS = ["#efe6d2", "#d9c8a5", "#b99d6e"];
const SCALE = 1 / 44;
const LEVEL = 1.6;
/** The least angle of view, in degrees, across and down. */
const VIEW = 40;

export class Stack {
  readonly canvas = document.createElement("canvas");
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(VIEW, 1, 0.1, 500);
  private readonly controls: OrbitControls;
  private readonly levels: { mesh: InstancedMesh; pieces: Group }[] = [];
  private readonly textures = new Map<string, CanvasTexture>();
  private readonly sizes = new ResizeObserver(() => this.draw());
  private frame: Frame | null = null;

  /** Throws where the browser has no WebGL. */
  constructor(private readonly game: Game, private readonly choose: (cell: string) => void) {
    this.canvas.className = "stack";
    this.canvas.setAttribute("aria-label", "The board as a stack of levels; the flat board has the same for the keyboard.");
    this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.scene.add(new AmbientLight(0xffffff, 1));
    const { step, corners } = geometry(game.shape);
    const share = game.panels.some((panel) => panel.lines.length) ? 1 : 0.97;
    const shape = new Shape(corners.map(([x, y]) => new Vector2(x * SCALE * share, y * SCALE * share)));
    const geometryOfCell = new ShapeGeometry(shape).rotateX(-Math.PI / 2);
    const all = game.panels.flatMap((panel) => panel.cells);
    const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
    const x0 = middle(all.map((cell) => cell.x)), y0 = middle(all.map((cell) => cell.y));
    game.panels.forEach((panel, number) => {
      const material = new MeshBasicMaterial({ side: DoubleSide, transparent: true, opacity: 0.85, depthWrite: false });
      const mesh = new InstancedMesh(geometryOfCell, material, panel.cells.length);
      const height = (number - (game.panels.length - 1) / 2) * LEVEL;
      const place = (x: number, y: number) => new Vector3((x - x0) * step[0] * SCALE, height, -(y - y0) * step[1] * SCALE);
      panel.cells.forEach((cell, index) => mesh.setMatrixAt(index, new Matrix4().setPosition(place(cell.x, cell.y))));
      const ends = panel.lines.flat().map(([x, y]) => place(x, y));
      if (ends.length) mesh.add(new LineSegments(new BufferGeometry().setFromPoints(ends), new LineBasicMaterial({ color: "#4f452f" })));
      const pieces = new Group();
      this.levels.push({ mesh, pieces });
      this.scene.add(mesh, pieces);
    });
    const size = Math.max(...all.map((cell) => Math.hypot((cell.x - x0) * step[0], (cell.y - y0) * step[1]) * SCALE), game.panels.length);
    this.camera.position.set(size * 0.9, size * 1.3, size * 2.3);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.addEventListener("change", () => this.draw());
    let down = [0, 0];
    this.canvas.addEventListener("pointerdown", (event) => { down = [event.clientX, event.clientY]; });
    this.canvas.addEventListener("pointerup", (event) => {
      if (Math.hypot(event.clientX - down[0], event.clientY - down[1]) < 5) this.pick(event);
    });
    this.sizes.observe(this.canvas);
  }

  /** Take it off the page. A browser draws some sixteen of these at a time, so what it holds for this one goes too. */
  remove(): void {
    this.sizes.disconnect();
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }

  /** Show a position on some levels. */
  show(frame: Frame, chosen: string | null, levels: Set<number>): void {
    this.frame = frame;
    this.game.panels.forEach((panel, number) => {
      const { mesh, pieces } = this.levels[number];
      mesh.visible = pieces.visible = levels.has(number);
      pieces.clear();
      panel.cells.forEach((cell, index) => {
        mesh.setColorAt(index, new Color(COLOURS[markOf(frame, chosen, cell.name)] ?? GROUNDS[cell.shade]));
        const glyph = frame.pieces[cell.name];
        if (!glyph) return;
        const sprite = new Sprite(new SpriteMaterial({ map: this.texture(glyph), alphaTest: 0.4 }));
        const place = new Matrix4();
        mesh.getMatrixAt(index, place);
        sprite.position.setFromMatrixPosition(place).y += 0.45;
        pieces.add(sprite);
      });
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    });
    this.draw();
  }

  private texture(glyph: string): CanvasTexture {
    const known = this.textures.get(glyph);
    if (known) return known;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 128;
    const texture = new CanvasTexture(canvas);
    const image = new Image(128, 128);
    image.onload = () => {
      canvas.getContext("2d")?.drawImage(image, 0, 0, 128, 128);
      texture.needsUpdate = true;
      this.draw();
    };
    image.src = address(this.game.glyphs[glyph].svg);
    this.textures.set(glyph, texture);
    return texture;
  }

  private pick(event: PointerEvent): void {
    const box = this.canvas.getBoundingClientRect();
    const at = new Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(at, this.camera);
    const seen = this.levels.map(({ mesh }) => mesh).filter((mesh) => mesh.visible);
    const hit = ray.intersectObjects(seen)[0];
    if (hit?.instanceId === undefined || !this.frame) return;
    const number = this.levels.findIndex(({ mesh }) => mesh === hit.object);
    this.choose(this.game.panels[number].cells[hit.instanceId].name);
  }

  private draw(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !height) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.fov = 2 * MathUtils.RAD2DEG * Math.atan(Math.tan((MathUtils.DEG2RAD * VIEW) / 2) / Math.min(this.camera.aspect, 1));
    this.camera.updateProjectionMatrix();
    this.renderer.render(this.scene, this.camera);
  }
}
