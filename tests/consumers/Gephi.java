import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Rectangle2D;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.gephi.graph.api.Column;
import org.gephi.graph.api.DirectedGraph;
import org.gephi.graph.api.Edge;
import org.gephi.graph.api.Element;
import org.gephi.graph.api.GraphController;
import org.gephi.graph.api.GraphModel;
import org.gephi.graph.api.Node;
import org.gephi.io.exporter.api.ExportController;
import org.gephi.io.exporter.preview.PDFExporter;
import org.gephi.io.importer.api.Container;
import org.gephi.io.importer.api.ImportController;
import org.gephi.io.importer.api.Issue;
import org.gephi.io.processor.plugin.DefaultProcessor;
import org.gephi.preview.api.PreviewController;
import org.gephi.preview.api.PreviewProperty;
import org.gephi.preview.types.DependantColor;
import org.gephi.project.api.ProjectController;
import org.gephi.project.api.Workspace;
import org.openide.util.Lookup;

/** Opens a file as Gephi does and prints what it holds then, one JSON array a line: issues, columns, nodes, edges; a second name is a PDF to draw. */
public class Gephi {
    static final PrintStream OUT = new PrintStream(System.out, false, StandardCharsets.UTF_8);

    public static void main(String[] files) throws Exception {
        ProjectController projects = Lookup.getDefault().lookup(ProjectController.class);
        projects.newProject();
        Workspace workspace = projects.getCurrentWorkspace();
        ImportController imports = Lookup.getDefault().lookup(ImportController.class);
        Container container = imports.importFile(new File(files[0]));
        container.getLoader().setAutoScale(false);
        imports.process(container, new DefaultProcessor(), workspace);
        Iterator<Issue> issues = container.getReport().getIssues(1000);
        while (issues.hasNext()) {
            Issue issue = issues.next();
            line("issue", issue.getLevel().toString(), issue.getMessage());
        }
        GraphModel model = Lookup.getDefault().lookup(GraphController.class).getGraphModel(workspace);
        for (Column column : model.getNodeTable()) line("nodeColumn", column.getId(), column.getTypeClass().getSimpleName());
        for (Column column : model.getEdgeTable()) line("edgeColumn", column.getId(), column.getTypeClass().getSimpleName());
        DirectedGraph graph = model.getDirectedGraph();
        for (Node node : graph.getNodes()) {
            Color color = node.getColor();
            line("node", node.getId(), node.getLabel(), node.x(), node.y(), node.size(),
                color.getRed(), color.getGreen(), color.getBlue(), new Values(node));
        }
        for (Edge edge : graph.getEdges()) {
            line("edge", edge.getId(), edge.getSource().getId(), edge.getTarget().getId(), edge.getTypeLabel(),
                edge.getWeight(), edge.isDirected(), new Values(edge));
        }
        OUT.flush();
        if (files.length > 1) draw(files[1], workspace, graph);
        System.exit(0);
    }

    /** A square PDF as Gephi's preview draws it, with the names of the largest nodes only, as large as the picture allows. */
    static void draw(String file, Workspace workspace, DirectedGraph graph) throws Exception {
        float widest = 1;
        for (Node node : graph.getNodes()) {
            widest = Math.max(widest, 2 * Math.max(Math.abs(node.x()), Math.abs(node.y())));
        }
        int count = graph.getNodeCount(), font = Math.max(8, Math.round(widest / 75));
        name(graph, font);
        var shown = Lookup.getDefault().lookup(PreviewController.class).getModel(workspace).getProperties();
        shown.putValue(PreviewProperty.SHOW_NODE_LABELS, true);
        shown.putValue(PreviewProperty.NODE_LABEL_PROPORTIONAL_SIZE, false);
        shown.putValue(PreviewProperty.NODE_LABEL_FONT, new Font("DejaVu Sans", Font.BOLD, font));
        shown.putValue(PreviewProperty.NODE_LABEL_OUTLINE_SIZE, widest / 300);
        shown.putValue(PreviewProperty.NODE_LABEL_OUTLINE_COLOR, new DependantColor(Color.WHITE));
        shown.putValue(PreviewProperty.NODE_LABEL_OUTLINE_OPACITY, 85f);
        shown.putValue(PreviewProperty.EDGE_CURVED, false);
        shown.putValue(PreviewProperty.EDGE_THICKNESS, widest / 4000);
        shown.putValue(PreviewProperty.EDGE_OPACITY, count > 1000 ? 30f : 55f);
        shown.putValue(PreviewProperty.ARROW_SIZE, 0f);
        shown.putValue(PreviewProperty.NODE_BORDER_WIDTH, 0f);
        PDFExporter exporter = (PDFExporter) Lookup.getDefault().lookup(ExportController.class).getExporter("pdf");
        exporter.setPageSize(new PDRectangle(800, 800));
        for (var set : List.<java.util.function.Consumer<Float>>of(exporter::setMarginTop, exporter::setMarginBottom,
            exporter::setMarginLeft, exporter::setMarginRight)) set.accept(20f);
        exporter.setWorkspace(workspace);
        Lookup.getDefault().lookup(ExportController.class).exportFile(new File(file), exporter);
    }

    /** Shows the names of the largest nodes, up to 90, and of those that would lie on another only the larger one's. */
    static void name(DirectedGraph graph, int font) {
        Node[] nodes = graph.getNodes().toArray();
        Arrays.sort(nodes, (one, other) -> Float.compare(other.size(), one.size()));
        List<Rectangle2D> taken = new ArrayList<>();
        for (Node node : nodes) {
            String label = node.getLabel();
            double width = (label == null ? 0 : label.length()) * 0.7 * font, height = 1.4 * font;
            Rectangle2D place = new Rectangle2D.Double(node.x() - width / 2, node.y() - height / 2, width, height);
            boolean free = taken.size() < 90 && taken.stream().noneMatch(place::intersects);
            if (free) taken.add(place);
            node.getTextProperties().setVisible(free);
        }
    }

    record Values(Element element) { }

    static void line(Object... items) {
        StringBuilder json = new StringBuilder();
        write(json, items);
        OUT.println(json);
    }

    static void write(StringBuilder json, Object value) {
        if (value == null) {
            json.append("null");
        } else if (value instanceof Values values) {
            writeValues(json, values.element());
        } else if (value instanceof Object[] items) {
            json.append('[');
            for (int i = 0; i < items.length; i++) {
                if (i > 0) json.append(',');
                write(json, items[i]);
            }
            json.append(']');
        } else if (value instanceof Number || value instanceof Boolean) {
            json.append(value);
        } else {
            writeText(json, value.toString());
        }
    }

    static void writeValues(StringBuilder json, Element element) {
        json.append('{');
        for (Column column : element.getTable()) {
            Object value = element.getAttribute(column);
            if (value == null || column.isProperty()) continue;
            if (json.charAt(json.length() - 1) != '{') json.append(',');
            writeText(json, column.getId());
            json.append(':');
            write(json, value);
        }
        json.append('}');
    }

    static void writeText(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') json.append('\\').append(c);
            else if (c < 0x20) json.append(String.format("\\u%04x", (int) c));
            else json.append(c);
        }
        json.append('"');
    }
}
